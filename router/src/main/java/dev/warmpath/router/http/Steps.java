package dev.warmpath.router.http;

import dev.warmpath.config.settings.ServerSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.observe.RouterMetrics;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.scorer.choice.PairChooser;

/** What a request meets on its way, shared by all event loops. */
public record Steps(
        ServerSettings server,
        UpstreamSettings upstream,
        Fleet fleet,
        PromptPipeline prompts,
        PairChooser chooser,
        RouterMetrics metrics,
        FaultLog faults) {}
