package org.sojourn.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.sojourn.mapping.report.MappingReport;

final class MappingTest {
    private static final Path CLASSES = Path.of("target/test-classes/org/sojourn/mapping/sample");

    @Test
    void input_thatIsNoJar_isASentenceAndTheRestIsThere(@TempDir Path directory) throws IOException {
        Path odd = Files.writeString(directory.resolve("odd.jar"), "nothing of the sort");
        MappingReport report = Mapping.of(List.of(odd, CLASSES, directory.resolve("none.jar")), List.of());
        assertThat(report.kinds()).isNotEmpty();
        assertThat(report.leftOut()).hasSize(2);
        assertThat(report.table()).contains("odd.jar: it isn't a jar that can be read", "there is no such file");
    }

    @Test
    void input_ofANewerVersion_isASentence(@TempDir Path directory) throws IOException {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Newer", null, "java/lang/Object", null);
        writer.visitEnd();
        byte[] bytes = writer.toByteArray();
        bytes[7] = 120;
        Path newer = Files.write(directory.resolve("Newer.class"), bytes);
        assertThat(Mapping.of(List.of(newer), List.of()).leftOut().toString())
                .contains("a version that isn't known here");
    }

    @Test
    void input_whoseLibrariesAreMissing_namesThem() {
        MappingReport report = Mapping.of(List.of(CLASSES), List.of());
        assertThat(report.missing()).contains("org.apache.pekko.actor.AbstractActor");
        assertThat(report.table()).contains("--class-path");
    }

    /** The results of its calls are numbers and nothing at all. */
    @Test
    void report_ofOneKindWhoseCallsReturnNoObject_missesNothingAndCountsInTheSingular() {
        MappingReport report = Probe.report(new Probe.Call("java/lang/System", "gc", "()V"));
        assertThat(report.missing()).isEmpty();
        assertThat(report.table()).contains("1 kind with 1 handler: ").doesNotContain("found");
        assertThat(report.html()).contains("1 kind, 1 handler. ");
    }

    @Test
    void report_thatMissesOneClass_saysSoInTheSingular() {
        MappingReport report = Probe.report(new Probe.Call("none/Such", "go", "()V"));
        assertThat(report.table())
                .contains("1 class is named and wasn't found: none.Such;\nname the jars that have it ");
    }

    @Test
    void report_ofPekkosOwnActors_isWhole() {
        MappingReport report = Mapping.of(Corpus.pekko(), List.of());
        assertThat(report.leftOut()).isEmpty();
        assertThat(report.kinds()).hasSizeGreaterThan(20);
        assertThat(report.pekko()).contains("PinnedDispatcher", "fork-join-executor", "thread-pool-executor");
        assertThat(report.json()).startsWith("{\"kinds\":[{\"name\":\"").endsWith("}");
        assertThat(report.unknown().getOrDefault("outgoing", 1.0)).isLessThan(0.05);
        assertThat(report.unknown().getOrDefault("blocking", 1.0)).isLessThan(0.3);
    }

    @Test
    void page_ofAReport_refersToNothingOutside() {
        String page = Mapping.of(List.of(CLASSES), Corpus.pekko()).html();
        assertThat(page).contains("<svg", "sends to").doesNotContain("http", "<script", "src=", "@import");
    }

    /** Its threads are no carriers, and many actors share them. */
    @Test
    void configuration_actorThatWaitsForFiles_isInThePoolForWhatBlocks() {
        String text = Mapping.of(List.of(CLASSES), Corpus.pekko()).pekko();
        String section = "(?s)# sojourn.%s: these((?!\n\n).)*PekkoSamples\\$Journal +\\[BlockingFiles]";
        assertThat(text).containsPattern(section.formatted("blocking"));
        assertThat(text).doesNotContainPattern(section.formatted("thread"));
    }

    /** Pekko's own parser is asked whether the configuration is one. */
    @Test
    void configuration_forPekko_isReadByItsParser() {
        var configuration = ConfigFactory.parseString(
                Mapping.of(List.of(CLASSES), Corpus.pekko()).pekko());
        assertThat(configuration.getString("sojourn.thread.type")).isEqualTo("PinnedDispatcher");
        assertThat(configuration.getInt("sojourn.blocking.thread-pool-executor.fixed-pool-size"))
                .isPositive();
    }
}
