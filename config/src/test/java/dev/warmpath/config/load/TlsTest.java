package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.config.settings.tls.WorkerTls;
import dev.warmpath.config.tls.TestFiles;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sections {@code tls}. */
class TlsTest {

    private static final String HTTPS_WORKER = """
            workers:
              - url: https://gpu-1:30000
                role: mixed
                engine: sglang
            """;

    @TempDir
    Path directory;

    private TestFiles files;

    @BeforeEach
    void open() {
        files = new TestFiles(directory);
    }

    private List<ConfigProblem> problems(String more) {
        LoadResult result =
                ConfigLoader.loadText(Loading.BASE + more, directory, Map.of(), List.of(), PathCheck.MUST_EXIST);
        return result instanceof LoadResult.Refused refused ? refused.problems() : List.of();
    }

    private ConfigProblem onlyProblem(String more) {
        assertThat(problems(more)).hasSize(1);
        return problems(more).get(0);
    }

    @Test
    void pathsStartFromTheFile() {
        Loading loading = Loading.base("""
                server: {tls: {cert: tls/r.crt, key: /secret/r.key, reload_interval: 1m}}
                admin: {tls: {cert: a.crt, key: a.key, client_ca: ../ca.crt}}
                """);

        assertThat(loading.settings().server().tls())
                .isEqualTo(new ServerTls(
                        Path.of("/etc/warmpath/tls/r.crt"), Path.of("/secret/r.key"), null, Duration.ofMinutes(1)));
        assertThat(loading.settings().admin().tls())
                .isEqualTo(new ServerTls(
                        Path.of("/etc/warmpath/a.crt"),
                        Path.of("/etc/warmpath/a.key"),
                        Path.of("/etc/ca.crt"),
                        ServerTls.USUAL_RELOAD_INTERVAL));
    }

    @Test
    void portsArePlainAndWorkersAreVerifiedUnlessSaidOtherwise() {
        assertThat(Loading.base("").settings().server().tls()).isNull();
        assertThat(Loading.base("").settings().admin().tls()).isNull();
        assertThat(Loading.base("").settings().upstream().tls()).isEqualTo(WorkerTls.defaults());
        assertThat(WorkerTls.defaults().verifyHost()).isTrue();
    }

    @Test
    void workerTakesWhatItLeavesOutFromUpstream() {
        Loading loading =
                Loading.base("upstream: {tls: {ca: ca.crt}}\n" + HTTPS_WORKER + "    tls: {verify_host: false}\n");

        assertThat(loading.onlyWorker().tls())
                .isEqualTo(new WorkerTls(
                        Path.of("/etc/warmpath/ca.crt"),
                        null,
                        null,
                        false,
                        Duration.ofSeconds(10),
                        ServerTls.USUAL_RELOAD_INTERVAL));
    }

    @Test
    void certificateAndKeyOfAPortAreBothRequired() {
        assertThat(Loading.base("server: {tls: {client_ca: ca.crt}}").badPaths())
                .containsExactly("server.tls.cert", "server.tls.key");
    }

    @Test
    void certificateForWorkersNeedsItsKey() {
        assertThat(Loading.base("upstream: {tls: {cert: c.crt}}").onlyProblem().path())
                .isEqualTo("upstream.tls.key");
    }

    @Test
    void plainWorkerHasNoTls() {
        ConfigProblem problem = Loading.base(HTTPS_WORKER.replace("https", "http") + "    tls: {verify_host: true}\n")
                .onlyProblem();

        assertThat(problem.path()).isEqualTo("workers[0].tls");
        assertThat(problem.message()).contains("plain http");
        assertThat(problem.remedy()).contains("https://");
    }

    /** Who may call the admin port must not choose files of the router's machine. */
    @Test
    void registeredWorkerNamesNoFiles() {
        Map<String, ?> worker = Map.of(
                "url", "https://gpu-1:30000", "role", "mixed", "engine", "sglang", "tls", Map.of("key", "/etc/shadow"));

        WorkerResult result = ConfigLoader.worker(worker, Loading.base("").settings(), List.of());

        assertThat(((WorkerResult.Refused) result).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).isEqualTo("tls");
            assertThat(problem.message()).contains("only the configuration file");
        });
    }

    @Test
    void soundFilesAreTaken() {
        files.writeIdentity("r", TestFiles.certificate());

        assertThat(problems("server: {tls: {cert: r.crt, key: r.key, client_ca: r.crt}}"))
                .isEmpty();
    }

    @Test
    void everyFileThatIsNotThereIsNamed() {
        assertThat(problems("""
                server: {tls: {cert: s.crt, key: s.key, client_ca: s.ca}}
                admin: {tls: {cert: a.crt, key: a.key}}
                upstream: {tls: {ca: u.ca}}
                """))
                .extracting(problem -> problem.path() + " " + problem.message())
                .containsExactly(
                        "server.tls.cert names a file that is not there: " + directory.resolve("s.crt"),
                        "server.tls.key names a file that is not there: " + directory.resolve("s.key"),
                        "server.tls.client_ca names a file that is not there: " + directory.resolve("s.ca"),
                        "admin.tls.cert names a file that is not there: " + directory.resolve("a.crt"),
                        "admin.tls.key names a file that is not there: " + directory.resolve("a.key"),
                        "upstream.tls.ca names a file that is not there: " + directory.resolve("u.ca"));
    }

    @Test
    void keyOfAnotherCertificateIsRefused() {
        files.writeIdentity("r", TestFiles.certificate());
        files.writeIdentity("other", TestFiles.certificate());

        ConfigProblem problem = onlyProblem("server: {tls: {cert: r.crt, key: other.key}}");

        assertThat(problem.path()).isEqualTo("server.tls.key");
        assertThat(problem.message()).contains("not that of the first certificate");
    }

    @Test
    void swappedFilesAreToldApart() {
        files.writeIdentity("r", TestFiles.certificate());

        assertThat(problems("server: {tls: {cert: r.key, key: r.crt}}"))
                .extracting(ConfigProblem::message)
                .satisfiesExactly(
                        cert -> assertThat(cert).startsWith("names a file without a certificate"),
                        key -> assertThat(key).startsWith("names a file without a private key"));
    }

    @Test
    void brokenCertificateIsToldAndNothingOfAKeyIsShown() {
        X509Bundle good = TestFiles.certificate();
        files.writeIdentity("r", good);
        files.write("r.crt", TestFiles.pem("CERTIFICATE", new byte[] {0x30, 1, 2}));
        String key = good.getPrivateKeyPEM().lines().skip(1).findFirst().orElseThrow();

        ConfigProblem problem = onlyProblem("server: {tls: {cert: r.crt, key: r.key}}");

        assertThat(problem.message()).startsWith("names a file with a certificate that cannot be decoded");
        assertThat(problem.toString()).doesNotContain(key);
    }

    @Test
    void filesAreNotLookedAtWherePathsAreNotChecked() {
        assertThat(Loading.base("server: {tls: {cert: s.crt, key: s.key}}").load())
                .isInstanceOf(LoadResult.Loaded.class);
    }
}
