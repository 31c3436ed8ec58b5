package dev.warmpath.it.bench.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One request.
 *
 * @param body a completion of token ids
 */
record Prompt(String body) {

    private static final int LARGEST_TOKEN = 200;

    /** Prompts that begin differently. */
    static List<Prompt> of(ReplayPlan plan) {
        Random random = new Random(plan.seed());
        List<Prompt> prompts = new ArrayList<>();
        for (int i = 0; i < plan.prompts(); i++) {
            int[] tokens =
                    random.ints(plan.promptTokens(), 1, LARGEST_TOKEN + 1).toArray();
            tokens[0] = 1 + i % LARGEST_TOKEN;
            tokens[1] = 1 + i / LARGEST_TOKEN;
            String ids = IntStream.of(tokens).mapToObj(Integer::toString).collect(Collectors.joining(","));
            prompts.add(new Prompt("{\"model\":\"demo\",\"max_tokens\":1,\"prompt\":[" + ids + "]}"));
        }
        return prompts;
    }
}
