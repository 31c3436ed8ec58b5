package dev.warmpath.it.sim.http.generate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.it.sim.http.reply.Choice;
import dev.warmpath.it.sim.http.reply.Reply;
import dev.warmpath.it.sim.http.reply.Tally;
import dev.warmpath.it.sim.pd.Leg;
import dev.warmpath.it.sim.pd.LegListener;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.it.sim.request.EngineError;
import dev.warmpath.it.sim.schedule.Rank;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One generation request while it runs: gathers what its legs bring into one answer. Belongs to the engine's context.
 */
final class GenerationRun {

    private final SimTokenizer tokenizer;
    private final Reply reply;
    private final Function<List<Choice>, Tally> tally;
    private final Runnable atEnd;
    private final List<Choice> choices = new ArrayList<>();
    private final List<Leg> legs = new ArrayList<>();
    private final List<Rank> ranks = new ArrayList<>();
    private final int expected;
    private @Nullable JsonNode transfer;
    private int accepted;
    private int finished;
    private boolean over;

    /**
     * A run without legs yet.
     *
     * @param expected how many there will be
     * @param atEnd called once when it is over, however that comes
     */
    GenerationRun(
            SimTokenizer tokenizer, Reply reply, int expected, Function<List<Choice>, Tally> tally, Runnable atEnd) {
        this.tokenizer = tokenizer;
        this.reply = reply;
        this.expected = expected;
        this.tally = tally;
        this.atEnd = atEnd;
    }

    /**
     * The next choice, in the order in which the answer lists them.
     *
     * @param rank where it is generated
     * @param length tokens it will have
     * @param finishReason how it will end
     */
    LegListener nextChoice(Rank rank, int length, String finishReason) {
        rank.legBegins();
        ranks.add(rank);
        Choice choice = new Choice(choices.size());
        choices.add(choice);
        return new ChoiceLeg(choice, length, finishReason);
    }

    /** The leg that brings a choice. */
    void add(Leg leg) {
        legs.add(leg);
        if (over) {
            leg.cancel();
        }
    }

    boolean isOver() {
        return over;
    }

    /** Ends every choice where it is, as SGLang does when it is told to abort. */
    void abort() {
        for (Choice choice : choices) {
            if (!over && choice.finishReason() == null) {
                end(choice, "abort", false, null);
            }
        }
    }

    private void end(Choice choice, String reason, boolean said, @Nullable JsonNode params) {
        choice.finish(reason);
        reply.ended(choice, said);
        transfer = params == null ? transfer : params;
        finished++;
        if (finished == expected) {
            reply.finish(choices, tally.apply(choices), transfer);
            close();
        }
    }

    /** The client has left, or the answer is complete: nothing of it runs on. */
    void close() {
        if (!over) {
            over = true;
            legs.forEach(Leg::cancel);
            ranks.forEach(Rank::legEnds);
            atEnd.run();
        }
    }

    private final class ChoiceLeg implements LegListener {

        private final Choice choice;
        private final int length;
        private final String finishReason;

        ChoiceLeg(Choice choice, int length, String finishReason) {
            this.choice = choice;
            this.length = length;
            this.finishReason = finishReason;
        }

        @Override
        public void accepted() {
            accepted++;
            if (!over && accepted == expected) {
                reply.begin();
            }
        }

        @Override
        public void started(int cachedTokens) {
            choice.cached(cachedTokens);
        }

        @Override
        public void token(int token) {
            if (!over) {
                boolean last = choice.tokens() + 1 == length;
                reply.token(choice, token, tokenizer.decode(token), last ? finishReason : null);
            }
        }

        @Override
        public void finished(@Nullable JsonNode params) {
            if (!over && choice.finishReason() == null) {
                boolean whole = choice.tokens() == length;
                end(choice, whole ? finishReason : "length", whole, params);
            }
        }

        @Override
        public void failed(EngineError error) {
            if (!over) {
                reply.fail(error);
                close();
            }
        }
    }
}
