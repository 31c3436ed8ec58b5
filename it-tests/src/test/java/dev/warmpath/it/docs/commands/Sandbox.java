package dev.warmpath.it.docs.commands;

import dev.warmpath.it.docs.page.Checkout;
import dev.warmpath.router.cli.Main;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder that looks like a checkout to the commands of a page: what they read of the real one is there by links, files that they
 * make stay here, and {@code bin/warmpath} is the real launcher, which finds its jars built: one that names the classes of this build.
 * Commands that would build or install something, or reach beyond the folder, fail.
 */
final class Sandbox {

    private static final int SECONDS = 60;
    private static final List<String> LINKED =
            List.of("pom.xml", "config", "events", "scorer", "router", "docker", "docs", "bin/warmpath");
    /** What would build, install, or change something beyond this folder: a block with one of them is one that is not run. */
    private static final List<String> OUT_OF_BOUNDS =
            List.of("mvn", "apt-get", "sudo", "docker", "docker-compose", "kubectl", "helm", "pip", "npm", "systemctl");

    private static final Path MODEL = Path.of("router/src/main/resources/dev/warmpath/router/demo-model");

    private final Path folder;
    private final Path tools;
    private final List<Path> links = new ArrayList<>();

    /** What a command did. */
    record Outcome(int status, String out, String err) {}

    private Sandbox(Path folder) {
        this.folder = folder;
        this.tools = folder.resolve("tools");
    }

    /** @param folder a new one */
    static Sandbox in(Path folder, Checkout checkout) throws IOException {
        Sandbox sandbox = new Sandbox(Files.createDirectories(folder));
        for (String name : LINKED) {
            sandbox.link(name, checkout.root().resolve(name));
        }
        sandbox.link("models/my-model", checkout.root().resolve(MODEL));
        sandbox.makeTools();
        sandbox.makeBuilt();
        return sandbox;
    }

    private void link(String name, Path target) throws IOException {
        Path link = folder.resolve(name);
        Files.createDirectories(link.getParent());
        links.add(Files.createSymbolicLink(link, target));
    }

    private void makeTools() throws IOException {
        Files.createDirectories(tools);
        tool("warmpath", "exec '" + folder.resolve("bin/warmpath") + "' \"$@\"");
        for (String command : OUT_OF_BOUNDS) {
            tool(command, "echo \"a page's command must not run " + command + " here\" >&2; exit 1");
        }
    }

    private void tool(String name, String script) throws IOException {
        Path file = Files.writeString(tools.resolve(name), "#!/bin/sh\n" + script + "\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }

    /** The launcher builds unless it finds this. */
    private void makeBuilt() throws IOException {
        Path lib = Files.createDirectories(folder.resolve("it-tests/target/lib"));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath());
        try (OutputStream out = Files.newOutputStream(lib.resolve("classes.jar"));
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.finish();
        }
        Files.createFile(lib.resolve(".built"));
    }

    private static String classPath() {
        // A test run that has a loader of its own does not say so in the property.
        Stream<String> parts = Main.class.getClassLoader() instanceof URLClassLoader loader
                ? Arrays.stream(loader.getURLs()).map(URL::toString)
                : Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .map(part -> Path.of(part).toAbsolutePath().toUri().toString());
        return parts.filter(part -> !part.contains("test-classes")).collect(Collectors.joining(" "));
    }

    void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** Runs commands to their end; the first that fails is the last. */
    Outcome run(String commands) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        Process process = shell(commands, out, err);
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("still runs after " + SECONDS + " s; it printed:\n" + Files.readString(out)
                    + Files.readString(err));
        }
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Starts commands of which the last goes on. */
    Running start(String commands) throws IOException {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        return new Running(shell(commands, out, err), out, err);
    }

    /** Takes the links away, so that who empties the folder does not meet the checkout. */
    void close() throws IOException {
        for (Path link : links) {
            Files.delete(link);
        }
    }

    private Process shell(String commands, Path out, Path err) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-e", "-c", commands)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("WARMPATH_"));
        builder.environment().put("PATH", tools + File.pathSeparator + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .put("WARMPATH_JVM_OPTS", "-Xmx256m -XX:TieredStopAtLevel=1 -Dlogback.configurationFile=logback.xml");
        builder.environment().put("WARMPATH_SERVER__PORT", "0");
        builder.environment().put("WARMPATH_ADMIN__PORT", "0");
        builder.environment().put("WARMPATH_SERVER__DRAIN_DELAY", "0s");
        return builder.start();
    }
}
