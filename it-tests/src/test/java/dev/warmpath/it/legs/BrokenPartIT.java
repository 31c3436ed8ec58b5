package dev.warmpath.it.legs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.workers.Protocol;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * A part of the router that throws while a leg tells of itself: the client gets an error at once, not when its clock has
 * run out, and every gauge returns to exactly zero. The part that throws is a log, the one that each way passes.
 */
@Timeout(30)
class BrokenPartIT {

    private static final String FAULTS = "dev.warmpath.router.http.FaultLog";

    /** Throws whenever one logger is asked to log. */
    private static final class Throwing extends TurboFilter {

        private final String logger;
        private final AtomicInteger thrown = new AtomicInteger();

        Throwing(String logger) {
            this.logger = logger;
        }

        @Override
        public FilterReply decide(
                Marker marker, Logger asked, Level level, String format, Object[] parameters, Throwable cause) {
            if (asked.getName().equals(logger)) {
                thrown.incrementAndGet();
                throw new IllegalStateException("broken on purpose");
            }
            return FilterReply.NEUTRAL;
        }
    }

    private final LegFixture fleet = new LegFixture();
    private final LoggerContext logs = (LoggerContext) LoggerFactory.getILoggerFactory();

    @AfterEach
    void tearDown() {
        logs.getTurboFilterList().clear();
        fleet.close();
    }

    private Throwing breaks(String logger) {
        fleet.router();
        Throwing broken = new Throwing(logger);
        logs.addTurboFilter(broken);
        return broken;
    }

    /** What a leg tells its owner. */
    private enum Told {
        HEAD,
        PIECE,
        END,
        CUT;

        /** A worker that makes the owner find a fault in it. */
        void script(ScriptedWorker.Received leg) {
            switch (this) {
                case HEAD -> leg.response().setStatusCode(205).end();
                case PIECE -> leg.events("data: {\"error\":{\"message\":\"no\",\"code\":500}}\n\n");
                case END -> leg.answer(500, "application/json", "{}");
                case CUT -> leg.events().onComplete(written -> leg.cut());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Told.class)
    void whateverALegTellsOfAPartThatThrowsEndsTheRequest(Told told) throws Exception {
        ScriptedWorker worker = fleet.mixed(told::script);
        Throwing broken = breaks(FAULTS);

        internal(fleet.complete(true));

        assertThat(broken.thrown).hasPositiveValue();
        if (told != Told.END) {
            // An answer that was read whole leaves a connection of use.
            worker.received().forEach(LegFixture::closedSoon);
        }
        fleet.returnsToZero();
    }

    @ParameterizedTest
    @EnumSource(Told.class)
    void workerAndConnectionServeTheNextRequest(Told told) throws Exception {
        ScriptedWorker worker = fleet.mixed(told::script);
        breaks(FAULTS);
        internal(fleet.complete(true));
        worker.script(LegScripts::good);

        HttpResponse<String> next = fleet.complete(false);

        assertThat(next.statusCode()).isEqualTo(200);
        assertThat(next.body()).isEqualTo("{\"ok\":true}");
        fleet.returnsToZero();
    }

    @Test
    void aFaultThatCannotBeToldOfIsAnErrorOfTheRouter() throws Exception {
        fleet.prefill(ScriptedWorker.Received::cut);
        fleet.decode(LegScripts::silent);
        Throwing broken = breaks(FAULTS);

        internal(fleet.complete(false));

        assertThat(broken.thrown).hasPositiveValue();
        fleet.returnsToZero();
    }

    @Test
    void aMissingHandOffThatCannotBeToldOfIsAnErrorOfTheRouter() throws Exception {
        fleet.speaking(Protocol.VLLM_NIXL).upstream(UpstreamSettings.defaults());
        fleet.prefill(LegScripts::good);
        ScriptedWorker decode = fleet.decode(LegScripts::good);
        Throwing broken = breaks(FAULTS);

        internal(fleet.complete(false));

        assertThat(broken.thrown).hasPositiveValue();
        assertThat(decode.received()).isEmpty();
        fleet.returnsToZero();
    }

    @Test
    void aFaultInsideAnAnswerThatCannotBeToldOfCutsTheAnswer() throws Exception {
        fleet.mixed(LegScripts.diesAfter(LegScripts.EVENT));
        Throwing broken = breaks(FAULTS);

        assertThatThrownBy(() -> fleet.complete(true)).isInstanceOf(IOException.class);

        // The client is cut before the fault is told of.
        await().untilAsserted(() -> assertThat(broken.thrown).hasPositiveValue());
        fleet.returnsToZero();
    }

    @Test
    void anEndThatCannotBeToldOfIsAnAnswerAllTheSame() throws Exception {
        fleet.mixed(LegScripts::good);
        Throwing broken = breaks("dev.warmpath.access");

        HttpResponse<String> refused = fleet.post(LegFixture.COMPLETIONS, "{\"model\":\"none\",\"prompt\":[1]}");

        assertThat(refused.statusCode()).isEqualTo(404);
        assertThat(broken.thrown).hasPositiveValue();
        fleet.returnsToZero();
    }

    private static void internal(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("internal_error");
    }
}
