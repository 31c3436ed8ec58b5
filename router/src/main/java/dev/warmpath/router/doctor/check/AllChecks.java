package dev.warmpath.router.doctor.check;

import dev.warmpath.router.doctor.check.choice.OneCandidate;
import dev.warmpath.router.doctor.check.choice.PromptsTooShort;
import dev.warmpath.router.doctor.check.choice.WeightWithoutEffect;
import dev.warmpath.router.doctor.check.cluster.RouterAlone;
import dev.warmpath.router.doctor.check.cluster.RouterLost;
import dev.warmpath.router.doctor.check.cluster.RouterMessagesRefused;
import dev.warmpath.router.doctor.check.cluster.RouterSecretDiffers;
import dev.warmpath.router.doctor.check.cluster.RoutersDiffer;
import dev.warmpath.router.doctor.check.prompt.ChatsUnmatched;
import dev.warmpath.router.doctor.check.prompt.TokenizerFailed;
import dev.warmpath.router.doctor.check.prompt.TokenizerMissing;
import dev.warmpath.router.doctor.check.prompt.TokensDiffer;
import dev.warmpath.router.doctor.check.prompt.UnhashedPrompts;
import dev.warmpath.router.doctor.check.source.AnnouncedRefused;
import dev.warmpath.router.doctor.check.source.SourceBroken;
import dev.warmpath.router.doctor.check.source.SourceYieldsNobody;
import dev.warmpath.router.doctor.check.stream.ClockOdd;
import dev.warmpath.router.doctor.check.stream.EndpointUnreachable;
import dev.warmpath.router.doctor.check.stream.EventsLag;
import dev.warmpath.router.doctor.check.stream.EventsOff;
import dev.warmpath.router.doctor.check.stream.GapsUnrepaired;
import dev.warmpath.router.doctor.check.stream.JoinedLate;
import dev.warmpath.router.doctor.check.stream.NoEventEndpoint;
import dev.warmpath.router.doctor.check.stream.OnlyFirstRankPublishes;
import dev.warmpath.router.doctor.check.stream.PortsOverlap;
import dev.warmpath.router.doctor.check.stream.PublisherRestarted;
import dev.warmpath.router.doctor.check.stream.RankMismatch;
import dev.warmpath.router.doctor.check.stream.ReplayMissing;
import dev.warmpath.router.doctor.check.stream.StreamSilent;
import dev.warmpath.router.doctor.check.stream.UnreadableEvents;
import dev.warmpath.router.doctor.check.stream.WildcardAddress;
import dev.warmpath.router.doctor.check.stream.WrongTopic;
import dev.warmpath.router.doctor.check.view.BlockSizeMismatch;
import dev.warmpath.router.doctor.check.view.BlockSizesDiffer;
import dev.warmpath.router.doctor.check.view.CachedTokensUnreported;
import dev.warmpath.router.doctor.check.view.EngineHashesDiffer;
import dev.warmpath.router.doctor.check.view.ExpectedUnconfirmed;
import dev.warmpath.router.doctor.check.view.IndexBudgetReached;
import dev.warmpath.router.doctor.check.view.PredictionsUnconfirmed;
import dev.warmpath.router.doctor.check.view.SnapshotRefused;
import dev.warmpath.router.doctor.check.view.SnapshotUnwritten;
import dev.warmpath.router.doctor.check.view.TierWithoutTokens;
import dev.warmpath.router.doctor.check.view.TrafficUncredited;
import dev.warmpath.router.doctor.check.worker.BootstrapUnreachable;
import dev.warmpath.router.doctor.check.worker.BreakerOpen;
import dev.warmpath.router.doctor.check.worker.CertificateExpires;
import dev.warmpath.router.doctor.check.worker.DrainingLong;
import dev.warmpath.router.doctor.check.worker.EngineMismatch;
import dev.warmpath.router.doctor.check.worker.EngineUndetected;
import dev.warmpath.router.doctor.check.worker.LoadDisagrees;
import dev.warmpath.router.doctor.check.worker.LoadStreamUnheard;
import dev.warmpath.router.doctor.check.worker.LoadUnknown;
import dev.warmpath.router.doctor.check.worker.PdFlagsUnused;
import dev.warmpath.router.doctor.check.worker.RoleMissing;
import dev.warmpath.router.doctor.check.worker.VersionOdd;
import dev.warmpath.router.doctor.check.worker.WorkerUnhealthy;
import java.util.List;

/** Every check, in the catalogue's order. */
public final class AllChecks {

    private static final List<Check> CHECKS = List.of(
            new NoEventEndpoint(),
            new EndpointUnreachable(),
            new WildcardAddress(),
            new WrongTopic(),
            new EventsOff(),
            new OnlyFirstRankPublishes(),
            new StreamSilent(),
            new ReplayMissing(),
            new GapsUnrepaired(),
            new JoinedLate(),
            new PublisherRestarted(),
            new EventsLag(),
            new ClockOdd(),
            new RankMismatch(),
            new PortsOverlap(),
            new UnreadableEvents(),
            new BlockSizeMismatch(),
            new BlockSizesDiffer(),
            new EngineHashesDiffer(),
            new ExpectedUnconfirmed(),
            new TrafficUncredited(),
            new TierWithoutTokens(),
            new IndexBudgetReached(),
            new PredictionsUnconfirmed(),
            new CachedTokensUnreported(),
            new SnapshotRefused(),
            new SnapshotUnwritten(),
            new TokenizerMissing(),
            new TokenizerFailed(),
            UnhashedPrompts.templateFailed(),
            UnhashedPrompts.tokenizerOverloaded(),
            UnhashedPrompts.contentUncredited(),
            new ChatsUnmatched(),
            new TokensDiffer(),
            new OneCandidate(),
            new WeightWithoutEffect(),
            new PromptsTooShort(),
            new RoleMissing(),
            new EngineMismatch(),
            new EngineUndetected(),
            new PdFlagsUnused(),
            new VersionOdd(),
            new WorkerUnhealthy(),
            new BreakerOpen(),
            new BootstrapUnreachable(),
            new DrainingLong(),
            new LoadUnknown(),
            new LoadDisagrees(),
            new LoadStreamUnheard(),
            new CertificateExpires(),
            new SourceBroken(),
            new AnnouncedRefused(),
            new SourceYieldsNobody(),
            new RouterAlone(),
            new RouterLost(),
            new RoutersDiffer(),
            new RouterMessagesRefused(),
            new RouterSecretDiffers());

    private AllChecks() {}

    public static List<Check> list() {
        return CHECKS;
    }
}
