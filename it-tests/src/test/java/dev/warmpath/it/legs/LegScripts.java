package dev.warmpath.it.legs;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** What scripted workers do with a leg that they receive. */
public final class LegScripts {

    /** One event of a stream, as engines write them. */
    static final String EVENT = "data: {\"choices\":[{\"text\":\"a\"}]}\n\n";

    /** As vLLM 0.32 writes them; the number is beyond what a double can hold. */
    static final String TRANSFER_PARAMS = "{\"do_remote_prefill\":true,\"do_remote_decode\":false,"
            + "\"remote_block_ids\":[[1,2,3]],\"remote_engine_id\":\"e\",\"remote_request_id\":\"cmpl-1\","
            + "\"remote_host\":\"127.0.0.1\",\"remote_port\":5600,\"big\":9007199254740993,"
            + "\"remote_blocks_expiry_time\":null,\"transfer_mode\":\"pull\"}";

    /** The answer of a prefill leg from which a decode leg follows. */
    static final String HANDS_OVER = "{\"id\":\"cmpl-1\",\"choices\":[{\"finish_reason\":\"length\"}],"
            + "\"kv_transfer_params\":" + TRANSFER_PARAMS + "}";

    private LegScripts() {}

    /** Answers well, at once. */
    public static void good(ScriptedWorker.Received leg) {
        leg.answer(200, "application/json", "{\"ok\":true}");
    }

    /** Takes the leg and never answers. */
    public static void silent(ScriptedWorker.Received leg) {
        // That is all there is to it.
    }

    /** Answers as vLLM's prefill does. */
    static void handsOver(ScriptedWorker.Received leg) {
        leg.answer(200, "application/json", HANDS_OVER);
    }

    /** Refuses the leg as a client's fault, with a header that the client is to see too. */
    static Consumer<ScriptedWorker.Received> refuses(int status, String error) {
        return leg -> {
            leg.response().putHeader("retry-after", "7");
            leg.answer(status, "application/json", error);
        };
    }

    /** Sends these events, and dies inside the next. */
    static Consumer<ScriptedWorker.Received> diesAfter(String events) {
        return leg -> leg.events(events).write("data: {\"half\"").onComplete(written -> leg.cut());
    }

    /** Cuts the first connection before it answers, as an engine does whose keep-alive is over. */
    static Consumer<ScriptedWorker.Received> cutsOnce(Consumer<ScriptedWorker.Received> then) {
        AtomicBoolean cut = new AtomicBoolean();
        return leg -> {
            if (cut.compareAndSet(false, true)) {
                leg.cut();
            } else {
                then.accept(leg);
            }
        };
    }
}
