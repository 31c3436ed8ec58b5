package dev.warmpath.it.bench.tokenize;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.bench.measure.BenchReport;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.prompt.PromptPipeline;
import dev.warmpath.router.prompt.chat.UnsupportedChat;
import dev.warmpath.router.prompt.tokens.TextTooLarge;
import dev.warmpath.router.prompt.tokens.UnencodableText;
import dev.warmpath.router.template.TemplateException;
import dev.warmpath.scorer.hash.HashedPrompt;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Measures the first turn of conversations that nobody has seen before, and the turns after it, from the bytes of the
 * request to its tokens and block hashes.
 *
 * <p>Conversations take turns at two ways through the same code: one goes through {@link PromptPipeline}, threads
 * included, and gives the times of the turns; the other through {@link TurnParts}, and tells where a next turn's time
 * goes. Every conversation is new text, so its first turn finds nothing of it in the cache. Figures are medians.
 */
public final class TokenizeBench {

    private static final List<Integer> TOKENS = List.of(1_000, 4_000, 16_000, 64_000, 100_000, 128_000);

    /** The length of which the JSON line has the shares by themselves. */
    private static final int TARGET_TOKENS = 100_000;

    private static final int NEXT_TURNS = 4;
    private static final int BLOCK_SIZE = 16;
    private static final String MODEL = "bench";

    /** The tokenizer is not what is measured here: a long first turn must not end in a timeout. */
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** Of the whole time, what goes to making the code warm. */
    private static final double WARM_UP_SHARE = 0.2;

    /** Of the conversation that tells how many characters a token has. */
    private static final int SAMPLE_CHARS = 50_000;

    private final Path model;
    private final long seed;
    private final List<Integer> lengths;
    private final Random random;
    private final PromptSettings settings = PromptSettings.defaults().withTimeout(TIMEOUT);

    /**
     * A run that has not begun.
     *
     * @param model directory with {@code tokenizer.json} and a chat template
     */
    public TokenizeBench(Path model, long seed) {
        this(model, seed, TOKENS);
    }

    /** The same with other lengths, in tokens. */
    TokenizeBench(Path model, long seed, List<Integer> lengths) {
        this.model = model;
        this.seed = seed;
        this.lengths = lengths;
        this.random = new Random(seed);
    }

    /**
     * Runs for about this long, and for one conversation of each kind and length at least.
     *
     * @throws IOException the model does not load, or its template refuses a plain chat
     */
    public BenchReport run(Duration length) throws IOException {
        try (PromptPipeline pipeline = new PromptPipeline(settings, List.of(new ModelSettings(MODEL, model, false)));
                TurnParts parts = new TurnParts(model, settings, BLOCK_SIZE)) {
            long warmUp = (long) (length.toNanos() * WARM_UP_SHARE);
            List<TurnCell> cells = new ArrayList<>();
            for (Script script : Script.values()) {
                double charsPerToken = charsPerToken(script, parts);
                TurnCell warm = new TurnCell(script, lengths.get(lengths.size() / 2));
                measure(warm, charsPerToken, warmUp / Script.values().length, pipeline, parts);
                long each = (length.toNanos() - warmUp) / ((long) Script.values().length * lengths.size());
                for (int tokens : lengths) {
                    TurnCell cell = new TurnCell(script, tokens);
                    measure(cell, charsPerToken, each, pipeline, parts);
                    cells.add(cell);
                }
            }
            return report(cells);
        } catch (TemplateException | UnsupportedChat | UnencodableText | TextTooLarge | BadRequest e) {
            throw new IOException(model + ": " + e.getMessage(), e);
        }
    }

    private double charsPerToken(Script script, TurnParts parts)
            throws BadRequest, TemplateException, UnsupportedChat, UnencodableText, TextTooLarge {
        GrowingChat chat = new GrowingChat(MODEL, script, random);
        chat.growTo(SAMPLE_CHARS);
        return (double) SAMPLE_CHARS / parts.run(chat.body()).tokens();
    }

    private void measure(TurnCell cell, double charsPerToken, long nanos, PromptPipeline pipeline, TurnParts parts)
            throws BadRequest, TemplateException, UnsupportedChat, UnencodableText, TextTooLarge {
        long end = System.nanoTime() + nanos;
        do {
            GrowingChat chat = chat(cell, charsPerToken);
            cell.addFirst(timed(pipeline, chat.body()));
            for (int turn = 0; turn < NEXT_TURNS; turn++) {
                chat.nextTurn();
                cell.addNext(timed(pipeline, chat.body()));
            }
            GrowingChat other = chat(cell, charsPerToken);
            parts.run(other.body());
            for (int turn = 0; turn < NEXT_TURNS; turn++) {
                other.nextTurn();
                cell.addParts(parts.run(other.body()));
            }
        } while (System.nanoTime() < end);
    }

    private GrowingChat chat(TurnCell cell, double charsPerToken) {
        GrowingChat chat = new GrowingChat(MODEL, cell.script(), random);
        chat.growTo((int) (cell.wantedTokens() * charsPerToken));
        return chat;
    }

    private static long timed(PromptPipeline pipeline, byte[] body) throws BadRequest {
        long start = System.nanoTime();
        GenerationRequest request =
                GenerationRequest.read(Endpoint.CHAT_COMPLETIONS, JsonBody.parse(body, pipeline.knownMessages()));
        HashedPrompt prompt =
                pipeline.hash(request, new int[] {BLOCK_SIZE}, Engine.VLLM).join();
        long nanos = System.nanoTime() - start;
        if (prompt.unhashedReason() != null) {
            throw new IllegalStateException(
                    "the pipeline gave no hashes: " + prompt.unhashedReason().key());
        }
        return nanos;
    }

    private BenchReport report(List<TurnCell> cells) {
        BenchReport report = new BenchReport("tokenize", seed)
                .table(
                        "The next turn of a conversation, from request bytes to tokens and block hashes (medians)",
                        "script",
                        "tokens",
                        "first ms",
                        "next ms",
                        "next/first",
                        "parse µs",
                        "render µs",
                        "encode µs",
                        "hash µs",
                        "alloc KiB");
        for (TurnCell cell : cells) {
            report.row(cell.row());
            cell.write(report.json().withArray("/cells").addObject());
            if (cell.wantedTokens() == TARGET_TOKENS) {
                report.json().put(cell.script().key() + "NextShare100k", cell.nextShare());
            }
        }
        return report;
    }
}
