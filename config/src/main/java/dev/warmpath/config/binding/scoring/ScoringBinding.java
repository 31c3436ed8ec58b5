package dev.warmpath.config.binding.scoring;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.scoring.ContentSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.scoring.SkipPrefillSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The {@code scoring} section.
 *
 * <p>An overlap weight has no default and none falls back to another: a fleet with a weight that nobody chose routes
 * nearly round-robin and looks healthy. So a weight that is not written is a problem, in whatever way it is left out.
 *
 * @param settings what was bound
 * @param mixed the section {@code scoring.mixed}, whose weight becomes required when a worker is mixed
 */
public record ScoringBinding(ScoringSettings settings, Section mixed) {

    private static final String WEIGHT_KEY = "overlap_weight";

    private static final Kind<Double> WEIGHT = Kinds.decimal(
            0,
            ScoringSettings.MAX_OVERLAP_WEIGHT,
            "a number from 0 to 1000000. There is no default: 20.0 / 2.0 (prefill / decode) is a documented starting point, "
                    + "not a measured optimum");

    /** The remedy for a weight that is not written. */
    public static final String MISSING = "Write " + WEIGHT.expected();

    private static final Kind<Double> SHARE = Kinds.decimal(0, 1, "a number from 0 to 1");
    private static final Kind<Double> DECAY = Kinds.decimal(0, Math.nextDown(1.0), "a number from 0 to less than 1");
    private static final Kind<Duration> TTL = Kinds.duration(Duration.ofMillis(1), Duration.ofMinutes(10));

    private record Weight(Section section, @Nullable Double value) {}

    private record Decode(Weight weight, int crowdTokens) {}

    private record Credits(double device, double host, double disk) {}

    /** Binds the section. A weight that is not written is reported, and is as it was. */
    public static ScoringBinding bind(Section scoring, ScoringSettings now) {
        Weight prefill = scoring.section("prefill", section -> required(section, now.prefillOverlapWeight()));
        Decode decode = scoring.section(
                "decode",
                section -> new Decode(
                        required(section, now.decodeOverlapWeight()),
                        section.value("crowd_tokens", Kinds.integer(0, 1 << 20), now.decodeCrowdTokens())));
        Weight mixed = scoring.section(
                "mixed",
                section -> new Weight(section, section.optional(WEIGHT_KEY, WEIGHT, now.mixedOverlapWeight())));
        Credits credits = scoring.section(
                "tier_credit",
                section -> new Credits(
                        section.value("device", SHARE, now.deviceCredit()),
                        section.value("host", SHARE, now.hostCredit()),
                        section.value("disk", SHARE, now.diskCredit())));
        ScoringSettings settings = new ScoringSettings(
                prefill.value() == null ? now.prefillOverlapWeight() : prefill.value(),
                decode.weight().value() == null
                        ? now.decodeOverlapWeight()
                        : decode.weight().value(),
                decode.crowdTokens(),
                mixed.value(),
                credits.device(),
                credits.host(),
                credits.disk(),
                scoring.value("recent_decay", DECAY, now.recentDecay()),
                scoring.value("expected_ttl", TTL, now.expectedTtl()),
                scoring.value("decision_log", SHARE, now.decisionLog()),
                scoring.section("transfer", section -> TransferBinding.bind(section, now.transfer())),
                scoring.section("skip_prefill", section -> skipPrefill(section, now.skipPrefill())),
                scoring.section("content", section -> content(section, now.content())));
        return new ScoringBinding(settings, mixed.section());
    }

    private static SkipPrefillSettings skipPrefill(Section section, SkipPrefillSettings now) {
        return new SkipPrefillSettings(
                section.value("enabled", Kinds.flag(), now.enabled()),
                section.value("max_tokens", Kinds.integer(1, 1 << 20), now.maxTokens()),
                section.value("max_share", SHARE, now.maxShare()),
                section.value("max_requests", Kinds.integer(0, 1_000_000), now.maxRequests()));
    }

    private static ContentSettings content(Section section, ContentSettings now) {
        return new ContentSettings(
                section.value("blocks", Kinds.decimal(0, 1_000_000, "a number from 0 to 1000000"), now.blocks()),
                section.value("keys", Kinds.integer(1, 65_536), now.keys()));
    }

    private static Weight required(Section section, double now) {
        return new Weight(section, section.required(WEIGHT_KEY, WEIGHT, now));
    }

    /** Reports the weight for mixed workers if it is not written. */
    public void requireMixed() {
        mixed.required(WEIGHT_KEY, WEIGHT, settings.mixedOverlapWeight());
    }
}
