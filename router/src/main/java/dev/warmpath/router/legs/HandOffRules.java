package dev.warmpath.router.legs;

import dev.warmpath.config.settings.UpstreamSettings.MissingHandOff;
import java.time.Duration;

/**
 * What attempts go by where a hand-off depends on prefill's answer.
 *
 * @param maxPrefillAnswerBytes largest answer that is read for it
 * @param missing what becomes of a request whose prefill hands nothing over
 * @param lease how long after prefill's answer has begun a decode leg that fetches may be sent
 * @param watch is told whenever that happens
 */
public record HandOffRules(int maxPrefillAnswerBytes, MissingHandOff missing, Duration lease, HandOffWatch watch) {}
