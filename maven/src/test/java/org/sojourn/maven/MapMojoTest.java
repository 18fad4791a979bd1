package org.sojourn.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goal, called as Maven would call it. */
class MapMojoTest {
    private final List<String> said = new ArrayList<>();

    private MapMojo mojo(Path classes) {
        MapMojo mojo = new MapMojo();
        mojo.setLog(new SystemStreamLog() {
            @Override
            public void info(CharSequence line) {
                said.add(line.toString());
            }
        });
        mojo.classes = classes.toFile();
        mojo.classPath = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        return mojo;
    }

    @Test
    void classes_withAKind_arePrintedAsATable(@TempDir Path folder) throws Exception {
        mojo(TinyProject.compiled(folder, true)).execute();
        assertThat(said).anyMatch(line -> line.startsWith("tiny.Counter") && line.contains("MONITOR"));
    }

    @Test
    void files_thatAreAskedFor_areWritten(@TempDir Path folder) throws Exception {
        MapMojo mojo = mojo(TinyProject.compiled(folder, true));
        mojo.json = folder.resolve("out/policies.json").toFile();
        mojo.html = folder.resolve("pages/policies.html").toFile();
        mojo.execute();
        assertThat(Files.readString(mojo.json.toPath())).startsWith("{\"kinds\":[{\"name\":\"tiny.Counter\"");
        assertThat(mojo.html).isFile();
        assertThat(said).isEmpty();
    }

    @Test
    void failOn_unknownBlocking_failsTheBuildAndNamesTheKind(@TempDir Path folder) throws Exception {
        MapMojo mojo = mojo(TinyProject.compiled(folder, false));
        mojo.failOn = "unknown-blocking";
        assertThatThrownBy(mojo::execute)
                .isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("failOn");
        assertThat(said).anyMatch(line -> line.contains("tiny.Counter") && line.contains("it was given"));
    }

    @Test
    void failOn_somethingElse_isASentence(@TempDir Path folder) throws Exception {
        MapMojo mojo = mojo(TinyProject.compiled(folder, true));
        mojo.failOn = "everything";
        assertThatThrownBy(mojo::execute)
                .isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("status 2");
        assertThat(said).anyMatch(line -> line.contains("\"everything\" is nothing to fail on"));
    }

    @Test
    void skip_orNoClasses_doesNothing(@TempDir Path folder) throws Exception {
        MapMojo mojo = mojo(folder.resolve("none"));
        mojo.execute();
        mojo.skip = true;
        mojo.execute();
        assertThat(said).hasSize(2);
    }
}
