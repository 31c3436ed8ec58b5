package dev.warmpath.router.http;

import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.router.admission.AdmissionGate;
import dev.warmpath.router.admission.BodyBudget;
import dev.warmpath.router.admission.Priorities;
import dev.warmpath.router.decision.DecisionLog;
import dev.warmpath.router.decision.RecentDecisions;
import dev.warmpath.router.fleet.Adapters;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.hints.HintReader;
import dev.warmpath.router.hints.Sessions;
import dev.warmpath.router.legs.UsageWatch;
import dev.warmpath.router.observe.AdmissionMetrics;
import dev.warmpath.router.observe.request.ModelNames;
import dev.warmpath.router.observe.request.RouterMetrics;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.router.trace.Tracing;
import dev.warmpath.scorer.choice.PairChooser;
import java.time.Duration;

/**
 * What a request meets on its way, shared by all event loops.
 *
 * @param priorities which class a request is of at the gate
 * @param hints reads what a request says of its way
 * @param sessions turns that into what it wishes for
 * @param queueTimeout how long a request may wait at the gate
 * @param feedback is told what answers say of their engine's cache
 * @param askUsage whether streams whose clients do not ask for usage are asked for it
 */
public record Steps(
        ServerSettings server,
        UpstreamSettings upstream,
        AdmissionGate gate,
        Priorities priorities,
        HintReader hints,
        Sessions sessions,
        Duration queueTimeout,
        BodyBudget bodies,
        AdmissionMetrics admissions,
        Fleet fleet,
        PromptPipeline prompts,
        PairChooser chooser,
        RetryRule retries,
        DecisionLog decisions,
        RecentDecisions recent,
        Tracing tracing,
        RouterMetrics metrics,
        UsageWatch feedback,
        boolean askUsage,
        FaultLog faults,
        ModelNames models,
        Keepers keepers,
        Adapters adapters) {}
