package dev.warmpath.it.sim.http.server;

import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.sim.http.Exchange;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.TreeMap;

/** Answers that a fault gives in place of the engine. */
final class FaultyAnswer {

    private final Vertx vertx;

    FaultyAnswer(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Handles an exchange as its fault says; {@code proper} is what would happen without. */
    void handle(Exchange exchange, Runnable proper) {
        Fault fault = exchange.fault();
        if (fault instanceof Fault.Answer answer) {
            exchange.answer(answer.status(), withType(answer), answer.body());
        } else if (fault instanceof Fault.NoAnswer none) {
            exchange.cut(none.ending());
        } else if (fault instanceof Fault.Late late) {
            vertx.setTimer(Math.max(1, late.pause().toMillis()), id -> proper.run());
        } else if (fault instanceof Fault.Script script) {
            exchange.startChunked(script.status(), script.headers());
            play(exchange, script, 0);
        } else {
            proper.run();
        }
    }

    private static Map<String, String> withType(Fault.Answer answer) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("content-type", "application/json");
        headers.putAll(answer.headers());
        return headers;
    }

    private void play(Exchange exchange, Fault.Script script, int index) {
        if (exchange.isOver()) {
            return;
        }
        if (index == script.parts().size()) {
            exchange.cut(script.ending());
            return;
        }
        Fault.Script.Part part = script.parts().get(index);
        long millis = part.pause().toMillis();
        if (millis == 0) {
            exchange.raw(part.bytes());
            vertx.runOnContext(nothing -> play(exchange, script, index + 1));
        } else {
            vertx.setTimer(millis, id -> {
                exchange.raw(part.bytes());
                play(exchange, script, index + 1);
            });
        }
    }
}
