package dev.warmpath.router.legs;

import dev.warmpath.config.settings.UpstreamSettings.MissingHandOff;

/**
 * What attempts go by where a hand-off depends on prefill's answer.
 *
 * @param maxPrefillAnswerBytes largest answer that is read for it
 * @param missing what becomes of a request whose prefill hands nothing over
 * @param watch is told whenever that happens
 */
public record HandOffRules(int maxPrefillAnswerBytes, MissingHandOff missing, HandOffWatch watch) {}
