package dev.warmpath.router.disagg;

import dev.warmpath.router.body.BodyPatch;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.usage.UsageAsk;
import dev.warmpath.router.wire.WholeBytes;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * SGLang: the same body, but for what is about the answer, goes to both legs at once; they find each other through the
 * prefill worker's bootstrap server and a room number (fields: engines.md D.1 and D.2 of the reference notes).
 *
 * <p>A batch of N prompts has arrays of N hosts, ports and rooms; a single prompt, and a chat with any {@code n}, has
 * scalars: chat schemas of older releases accept no lists there.
 */
public final class SglangBootstrap implements DisaggProtocol {

    private final BootstrapRooms rooms;

    public SglangBootstrap() {
        this(new SecureRandom());
    }

    SglangBootstrap(RandomGenerator random) {
        this.rooms = new BootstrapRooms(random);
    }

    @Override
    public LegPlan.Concurrent plan(GenerationRequest request, Seat prefill, Seat decode) {
        Bootstrap bootstrap = bootstrap(request, prefill);
        BodyPatch forPrefill = bootstrap.write(prefill.patch(request));
        if (UsageAsk.fits(request)) {
            // The router alone reads this answer.
            UsageAsk.add(forPrefill);
        }
        BodyPatch forDecode = bootstrap.write(decode.patch(request));
        if (prefill.needsRank()) {
            forDecode.set(
                    "disagg_prefill_dp_rank", Integer.toString(prefill.target().rank()));
        }
        return new LegPlan.Concurrent(
                LegRequest.to(prefill, WholeBytes.buffer(forPrefill.apply())),
                LegRequest.to(decode, WholeBytes.buffer(forDecode.apply())));
    }

    /** The three members that both legs share, as JSON text. */
    private record Bootstrap(String host, String port, String room) {

        BodyPatch write(BodyPatch patch) {
            return patch.set("bootstrap_host", host).set("bootstrap_port", port).set("bootstrap_room", room);
        }
    }

    private Bootstrap bootstrap(GenerationRequest request, Seat prefill) {
        // An IPv6 address keeps its brackets: engines put host and port together with a colon.
        String host = '"' + prefill.worker().settings().url().getHost() + '"';
        Integer configured = prefill.worker().settings().bootstrapPort();
        String port = configured == null ? "null" : configured.toString();
        if (request.batch() == 0) {
            return new Bootstrap(host, port, Long.toString(draw(prefill)));
        }
        StringBuilder hosts = new StringBuilder("[");
        StringBuilder ports = new StringBuilder("[");
        StringBuilder numbers = new StringBuilder("[");
        for (int i = 0; i < request.batch(); i++) {
            String comma = i == 0 ? "" : ",";
            hosts.append(comma).append(host);
            ports.append(comma).append(port);
            numbers.append(comma).append(draw(prefill));
        }
        return new Bootstrap(
                hosts.append(']').toString(),
                ports.append(']').toString(),
                numbers.append(']').toString());
    }

    private long draw(Seat prefill) {
        return rooms.draw(prefill.worker().settings().dpSize(), prefill.localRank());
    }
}
