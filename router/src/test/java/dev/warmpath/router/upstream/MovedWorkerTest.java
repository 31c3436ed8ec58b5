package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.fleet.worker.WorkerWay;
import dev.warmpath.router.tls.RouterTls;
import dev.warmpath.router.tls.WorkerSecurity;
import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import io.netty.handler.codec.http.HttpMethod;
import io.vertx.core.buffer.Buffer;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections do not outlive the way by which they were made. */
final class MovedWorkerTest {

    private final ScriptedWorker before = new ScriptedWorker();
    private final ScriptedWorker after = new ScriptedWorker(InetAddress.getByName("127.0.0.2"), before.port());
    private final Upstream upstream = new Upstream(UpstreamFixture.ONE_CONNECTION);
    private final Worker worker = ScriptedWorker.at("http://localhost:" + before.port());

    MovedWorkerTest() throws Exception {
        worker.address().told(List.of(InetAddress.getLoopbackAddress()));
    }

    @AfterEach
    void close() throws Exception {
        upstream.close();
        before.close();
        after.close();
    }

    private void move() throws Exception {
        worker.address().told(List.of(InetAddress.getByName("127.0.0.2")));
    }

    private void assertServedBy(ScriptedWorker now) throws Exception {
        Asker asker = upstream.asker(worker).get();
        Talk talk = now.accept();
        talk.request();
        talk.say(HELLO);
        assertThat(asker.answer()).isEqualTo("head 200 helloend");
    }

    @Test
    void idleConnectionsToTheOldAddressAreClosedAndNewRequestsGoToTheNew() throws Exception {
        Asker asker = upstream.asker(worker).get();
        Talk talk = before.accept();
        talk.request();
        talk.say(HELLO);
        assertThat(asker.answer()).endsWith("end");
        upstream.settle();
        move();

        assertServedBy(after);
        assertThat(talk.closedByRouter()).isTrue();
    }

    @Test
    void aConnectionInUseServesItsRequestAndIsClosed() throws Exception {
        Asker asker = upstream.asker(worker).get();
        Talk talk = before.accept();
        talk.request();
        move();

        assertServedBy(after);
        talk.say(HELLO);
        assertThat(asker.answer()).isEqualTo("head 200 helloend");
        assertThat(talk.closedByRouter()).isTrue();
    }

    @Test
    void aConnectionThatIsGivenBackUnusedIsClosed() throws Exception {
        Asker asker = upstream.asker(worker).take();
        Talk talk = before.accept();
        asker.connection();
        move();

        assertServedBy(after);
        asker.giveBack();
        assertThat(talk.closedByRouter()).isTrue();
    }

    @Test
    void whoWaitsWhenTheWorkerMovesIsConnectedToTheNewAddress() throws Exception {
        upstream.asker(worker).get();
        before.accept().request();
        Asker second = upstream.asker(worker).take();
        move();
        Asker third = upstream.asker(worker).take();

        second.send(HttpMethod.GET, Buffer.buffer());
        Talk talk = after.accept();
        talk.request();
        talk.say(HELLO);
        assertThat(second.answer()).isEqualTo("head 200 helloend");
        third.assertNext("connected");
    }

    @Test
    void whoWaitsWhenTheWorkerMovesMayBeForgotten() throws Exception {
        Asker first = upstream.asker(worker).get();
        Talk talk = before.accept();
        talk.request();
        Asker second = upstream.asker(worker).take();
        move();
        Asker third = upstream.asker(worker);
        upstream.on(() -> {
            third.takeHere();
            upstream.connections().forget(worker, second);
            return null;
        });
        talk.say(HELLO);

        assertThat(first.answer()).isEqualTo("head 200 helloend");
        third.assertNext("connected");
        second.assertQuiet();
        assertThat(talk.closedByRouter()).isTrue();
    }

    @Test
    void otherCertificatesCloseIdleConnections() throws Exception {
        Asker asker = upstream.asker(worker).get();
        Talk talk = before.accept();
        talk.request();
        talk.say(HELLO);
        assertThat(asker.answer()).endsWith("end");
        upstream.settle();

        upstream.asker(secured(security())).take();

        assertThat(talk.closedByRouter()).isTrue();
    }

    @Test
    void aWayLeadsToAWorkerWhileItsCertificatesAreTheSame() {
        WorkerSecurity security = security();
        WorkerWay way = WorkerWay.to(secured(security));

        assertThat(way.leadsTo(secured(security))).isTrue();
        assertThat(way.leadsTo(secured(security()))).isFalse();
        assertThat(way.leadsTo(worker)).isFalse();
        assertThat(WorkerWay.to(worker).leadsTo(secured(security))).isFalse();
    }

    private Worker secured(WorkerSecurity security) {
        return new Worker(
                worker.id(),
                worker.settings(),
                worker.host(),
                worker.port(),
                worker.address(),
                worker.ranks(),
                worker.health(),
                worker.engine(),
                worker.transferNames(),
                worker.engineLoad(),
                worker.adapters(),
                security);
    }

    /** As the runtime trusts; each call makes other options, as new files do. */
    private static WorkerSecurity security() {
        LoadResult result = ConfigLoader.loadText("""
            scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}, mixed: {overlap_weight: 20}}
            models: [{name: m}]
            discovery: [{name: east, worker: {role: mixed}, dns: {name: e, port: 1}}]
            """, Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);
        WarmpathSettings settings = ((LoadResult.Loaded) result).settings();
        Worker secured = ScriptedWorker.at("https://localhost:1");
        return Objects.requireNonNull(RouterTls.read(settings).workers().of(secured.settings()));
    }
}
