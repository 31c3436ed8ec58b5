package dev.warmpath.router.upstream;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One worker, and the connections to it: both new for each test. */
abstract class UpstreamFixture {

    /** So many connections as usual; no test is so slow that an idle one would be closed. */
    static final UpstreamSettings USUAL = UpstreamSettings.defaults().withKeepAlive(Duration.ofMinutes(5));

    /** One connection at most: one that were lost would be missed. */
    static final UpstreamSettings ONE_CONNECTION = USUAL.withConnections(1, 5);

    private final UpstreamSettings settings;
    ScriptedWorker worker;
    Upstream upstream;

    UpstreamFixture() {
        this(USUAL);
    }

    UpstreamFixture(UpstreamSettings settings) {
        this.settings = settings;
    }

    @BeforeEach
    void open() throws Exception {
        worker = new ScriptedWorker();
        upstream = new Upstream(settings);
    }

    @AfterEach
    void close() throws Exception {
        upstream.close();
        worker.close();
    }

    /** Goes on with other settings. */
    void settings(UpstreamSettings others) throws Exception {
        upstream.close();
        upstream = new Upstream(others);
    }

    Asker asker() {
        return upstream.asker(worker.worker());
    }

    /** What has arrived at the worker when one has asked. */
    Talk asked(Asker asker) throws Exception {
        asker.get();
        Talk talk = worker.accept();
        talk.request();
        return talk;
    }
}
