package dev.warmpath.it.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.cli.Main;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code warmpath self-check} in a JVM whose class path lacks something, or has something wrong in front. */
class BrokenInstallationTest {

    private static final long PATIENCE_SECONDS = 90;

    /** Takes the place of the allocator, as one would be that scans upwards from a fixed port. */
    private static final String FIXED_BASE = """
            package dev.warmpath.events.port;
            public final class PortBlockAllocator {
                public static PortBlockAllocator system() { return new PortBlockAllocator(); }
                public int allocate(int count) { return 20000; }
            }
            """;

    @TempDir
    private Path directory = Path.of("");

    private record Ended(int status, String output) {}

    @Test
    void aMissingNativeLibraryIsToldByTheTokenizerCheck() throws Exception {
        Path stripped = without(jar("tokenizers-"), name -> name.startsWith("native/") && name.endsWith(".so"));

        Ended ended = selfCheck(
                stripped + File.pathSeparator + classPathWithout("tokenizers-"), "native-tokenizer", "block-hashes");

        assertThat(ended.output)
                .containsPattern("FAIL +native-tokenizer")
                .containsPattern("ok +block-hashes")
                .contains("remedy: it needs the native library");
        assertThat(ended.status).isEqualTo(1);
    }

    @Test
    void aFixedPortBaseIsToldByThePortBlockCheck() throws Exception {
        Ended ended = selfCheck(
                compile(FIXED_BASE) + File.pathSeparator + classPathWithout("nothing"), "port-blocks", "block-hashes");

        assertThat(ended.output)
                .containsPattern("FAIL +port-blocks +10 blocks in a row all begin at port 20000")
                .containsPattern("ok +block-hashes");
        assertThat(ended.status).isEqualTo(1);
    }

    private Ended selfCheck(String classPath, String... checks) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dai.djl.offline=true",
                "-cp",
                classPath,
                Main.class.getName(),
                "self-check"));
        command.addAll(List.of(checks));
        Path output = directory.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        // Otherwise the library would come from where an earlier run has left it.
        builder.environment()
                .putAll(Map.of("DJL_CACHE_DIR", directory.resolve("djl").toString()));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("the self-check ends")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    private static Stream<String> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static String classPathWithout(String jar) {
        return classPath()
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith(jar))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jar(String name) {
        return classPath()
                .map(Path::of)
                .filter(entry -> entry.getFileName().toString().startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    private Path without(Path jar, Predicate<String> left) throws IOException {
        Path copy = directory.resolve(jar.getFileName());
        boolean anyLeft = false;
        try (JarInputStream in = new JarInputStream(Files.newInputStream(jar));
                OutputStream file = Files.newOutputStream(copy);
                JarOutputStream out = new JarOutputStream(file)) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                if (left.test(entry.getName())) {
                    anyLeft = true;
                } else {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    in.transferTo(out);
                    out.closeEntry();
                }
            }
        }
        assertThat(anyLeft).as("the jar had what is left out").isTrue();
        return copy;
    }

    private Path compile(String source) throws IOException {
        Path file = Files.writeString(directory.resolve("PortBlockAllocator.java"), source);
        Path classes = Files.createDirectory(directory.resolve("classes"));
        int exit = ToolProvider.getSystemJavaCompiler()
                .run(InputStream.nullInputStream(), null, null, "-d", classes.toString(), file.toString());
        assertThat(exit).isZero();
        return classes;
    }
}
