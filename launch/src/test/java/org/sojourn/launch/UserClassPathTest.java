package org.sojourn.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserClassPathTest {
    @Test
    void classWithoutItsPackage_isFoundByItsSimpleName(@TempDir Path folder) throws IOException {
        Files.createFile(Files.createDirectories(folder.resolve("org/example")).resolve("Auction.class"));
        List<Path> entries = List.of(folder.resolve("none.jar"), folder);
        assertEquals(Optional.of("org.example.Auction"), UserClassPath.sameSimpleName(entries, "Auction"));
        assertEquals(Optional.of("org.example.Auction"), UserClassPath.sameSimpleName(entries, "com.Auction"));
        assertEquals(Optional.empty(), UserClassPath.sameSimpleName(entries, "tion"));
    }
}
