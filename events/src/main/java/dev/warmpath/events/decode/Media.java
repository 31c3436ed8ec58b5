package dev.warmpath.events.decode;

import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.msgpack.WordTable;
import java.util.Map;

/**
 * The engines' names of places, as tiers. vLLM says {@code GPU}, {@code CPU} and, for what lies behind them,
 * {@code STORAGE} ({@code FS} and {@code OBJ} in 0.26); SGLang {@code GPU}, {@code CPU_PINNED}, {@code DISK} and
 * {@code EXTERNAL}, in its first versions {@code CPU_TIER1} for host memory and {@code CPU_TIER2} for the level behind
 * it. An engine that names no medium has only one: its GPU.
 */
final class Media {

    static final WordTable<Tier> BY_NAME = new WordTable<>(Map.of(
            "GPU", Tier.DEVICE,
            "CPU", Tier.HOST,
            "CPU_PINNED", Tier.HOST,
            "CPU_TIER1", Tier.HOST,
            "CPU_TIER2", Tier.DISK,
            "DISK", Tier.DISK,
            "STORAGE", Tier.DISK,
            "FS", Tier.DISK,
            "OBJ", Tier.DISK,
            "EXTERNAL", Tier.DISK));

    private Media() {}
}
