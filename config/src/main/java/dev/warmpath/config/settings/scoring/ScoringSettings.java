package dev.warmpath.config.settings.scoring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How targets are scored ({@code scoring:}). The overlap weights have no default: see design 3.1.
 *
 * @param prefillOverlapWeight {@code scoring.prefill.overlap_weight}, blocks of load that one missed block weighs
 * @param decodeOverlapWeight {@code scoring.decode.overlap_weight}
 * @param decodeCrowdTokens {@code scoring.decode.crowd_tokens}, tokens of KV that each request weighs which a decode target has
 *     beyond one more than the mean of its pool, besides the KV that it holds; 0 for none
 * @param mixedOverlapWeight {@code scoring.mixed.overlap_weight}; required when any worker is mixed, otherwise may be
 *     null
 * @param deviceCredit share of a block that a copy in GPU memory saves, 0..1
 * @param hostCredit share of a block that a copy in CPU memory saves, 0..1
 * @param diskCredit share of a block that a copy on disk saves, 0..1
 * @param recentDecay factor in [0, 1) by which each later booking in a pool shrinks the charge of earlier ones
 * @param expectedTtl how long a booking's blocks count as held after its prefill, before an event confirms them
 * @param decisionLog share of the decisions that are logged, 0..1
 * @param transfer what a pair's hand-off costs where workers say where they stand
 * @param skipPrefill when a request needs no hand-off
 * @param content how requests with images are drawn to where these were sent before
 */
public record ScoringSettings(
        double prefillOverlapWeight,
        double decodeOverlapWeight,
        int decodeCrowdTokens,
        @Nullable Double mixedOverlapWeight,
        double deviceCredit,
        double hostCredit,
        double diskCredit,
        double recentDecay,
        Duration expectedTtl,
        double decisionLog,
        TransferSettings transfer,
        SkipPrefillSettings skipPrefill,
        ContentSettings content) {

    /** The largest overlap weight. With more, a difference in load would vanish in the rounding of what is missed. */
    public static final double MAX_OVERLAP_WEIGHT = 1_000_000;

    /** These settings with other overlap weights. */
    public ScoringSettings reweighted(double prefill, double decode, @Nullable Double mixed) {
        return with(prefill, decode, mixed, decisionLog, transfer, skipPrefill);
    }

    /** These settings with another share of logged decisions. */
    public ScoringSettings withDecisionLog(double share) {
        return with(prefillOverlapWeight, decodeOverlapWeight, mixedOverlapWeight, share, transfer, skipPrefill);
    }

    /** These settings with other costs of a hand-off. */
    public ScoringSettings withTransfer(TransferSettings other) {
        return with(prefillOverlapWeight, decodeOverlapWeight, mixedOverlapWeight, decisionLog, other, skipPrefill);
    }

    /** These settings with other bounds for going straight to decode. */
    public ScoringSettings withSkipPrefill(SkipPrefillSettings other) {
        return with(prefillOverlapWeight, decodeOverlapWeight, mixedOverlapWeight, decisionLog, transfer, other);
    }

    private ScoringSettings with(
            double prefill,
            double decode,
            @Nullable Double mixed,
            double logged,
            TransferSettings handOff,
            SkipPrefillSettings skip) {
        return new ScoringSettings(
                prefill,
                decode,
                decodeCrowdTokens,
                mixed,
                deviceCredit,
                hostCredit,
                diskCredit,
                recentDecay,
                expectedTtl,
                logged,
                handOff,
                skip,
                content);
    }

    /** The documented defaults for everything that has one. */
    public static ScoringSettings withWeights(double prefill, double decode, @Nullable Double mixed) {
        return new ScoringSettings(
                prefill,
                decode,
                12288,
                mixed,
                1.0,
                0.75,
                0.25,
                0.97,
                Duration.ofSeconds(2),
                0.001,
                TransferSettings.defaults(),
                SkipPrefillSettings.defaults(),
                ContentSettings.defaults());
    }
}
