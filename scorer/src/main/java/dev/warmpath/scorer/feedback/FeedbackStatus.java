package dev.warmpath.scorer.feedback;

/**
 * One target's feedback at one moment, for the admin API, metrics and checks.
 *
 * @param trust 0..1
 * @param reason what the answers say
 * @param doubted whether predictions fail so often that it was told as a change
 * @param compared answers with a prediction that told what was cached
 * @param predictedTokens predicted in those answers, in all
 * @param actualTokens cached by what those answers say, in all
 * @param unpredictedTokens cached beyond what was predicted, in all: what events did not announce
 * @param notReported answers with usage that did not tell what was cached, of engines that have never told
 * @param tokensDiffer answers whose prompt the engine counts differently
 */
public record FeedbackStatus(
        double trust,
        FeedbackReason reason,
        boolean doubted,
        long compared,
        long predictedTokens,
        long actualTokens,
        long unpredictedTokens,
        long notReported,
        long tokensDiffer) {}
