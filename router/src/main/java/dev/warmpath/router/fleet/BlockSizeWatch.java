package dev.warmpath.router.fleet;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.index.BlockSizeState;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what becomes known of the ranks' block sizes, one line per change: a size that differs from configuration makes a
 * rank count as a full miss, and that must not go by without a word. One caller at a time.
 */
public final class BlockSizeWatch {

    private static final Logger log = LoggerFactory.getLogger(BlockSizeWatch.class);

    private final Map<Target, BlockSizeState> last = new HashMap<>();

    /** Compares with the look before. */
    public void look(FleetView fleet) {
        Map<Target, BlockSizeState> now = new HashMap<>();
        for (Worker worker : fleet.workers()) {
            for (Worker.Rank rank : worker.ranks()) {
                Target target = rank.candidate().target();
                BlockSizeState state = rank.index().blockSizeState();
                now.put(target, state);
                if (last.get(target) != state) {
                    tell(worker, rank, target, state);
                }
            }
        }
        last.clear();
        last.putAll(now);
    }

    private static void tell(Worker worker, Worker.Rank rank, Target target, BlockSizeState state) {
        if (state == BlockSizeState.MISMATCH) {
            log.atError()
                    .addKeyValue("target", target)
                    .addKeyValue("configured", worker.settings().blockSize())
                    .addKeyValue("wrong_blocks", rank.index().status().wrongBlockSize())
                    .log("events carry another block size than workers[].block_size: the rank is not credited until"
                            + " the two agree");
        } else if (state == BlockSizeState.LEARNED) {
            log.atInfo()
                    .addKeyValue("target", target)
                    .addKeyValue("block_size", rank.index().blockSize())
                    .log("block size learned from events");
        }
    }
}
