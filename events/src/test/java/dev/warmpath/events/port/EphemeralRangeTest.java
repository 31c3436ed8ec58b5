package dev.warmpath.events.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EphemeralRangeTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"'20000\t60999\n',20000", "'1024 65535',1024", "'',32768", "'many\tfew',32768", "'99999999999 1',32768"
    })
    void theFirstNumberIsTheLowEndAndAnythingElseIsLinuxsDefault(String text, int low) throws IOException {
        Path file = Files.writeString(directory.resolve("range"), text);

        assertThat(EphemeralRange.low(file)).isEqualTo(low);
    }

    /** A sysctl file cannot be read in pieces, as an ordinary one can. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void thisHostsOwnFileIsReadWhole() throws IOException {
        String line;
        try (BufferedReader reader = Files.newBufferedReader(Path.of("/proc/sys/net/ipv4/ip_local_port_range"))) {
            line = reader.readLine();
        }

        assertThat(line).startsWith(EphemeralRange.low() + "\t");
    }

    @Test
    void aHostWithoutTheFileHasLinuxsDefault() {
        assertThat(EphemeralRange.low(directory.resolve("absent"))).isEqualTo(32_768);
    }
}
