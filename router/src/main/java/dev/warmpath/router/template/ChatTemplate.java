package dev.warmpath.router.template;

import dev.warmpath.router.template.compile.Program;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.global.Globals;
import dev.warmpath.router.template.run.Out;
import dev.warmpath.router.template.run.Rendering;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * One compiled chat template: renders a conversation to the very text that the engines' Jinja makes of it, with the
 * settings that Hugging Face tokenizers use, or refuses. Immutable and safe for any number of threads.
 */
public final class ChatTemplate {

    /** Texts that are this long are parts of their own. */
    public static final int LONG_CHARS = Out.LONG_CHARS;

    private final Program program;
    private final TemplateLimits limits;
    private final Map<String, Object> globals;

    private ChatTemplate(Program program, TemplateLimits limits, Map<String, Object> globals) {
        this.program = program;
        this.limits = limits;
        this.globals = globals;
    }

    /**
     * Compiles a template.
     *
     * @param clock what {@code strftime_now} reads, in its zone
     * @throws TemplateException syntax, or a tag, filter or test that this interpreter does not know
     */
    public static ChatTemplate compile(String source, TemplateLimits limits, Clock clock) throws TemplateException {
        try {
            Program program = Program.compile(source, limits.maxSourceChars(), limits.maxNesting());
            return new ChatTemplate(program, limits, Globals.with(clock));
        } catch (Fault e) {
            throw TemplateException.of(e);
        }
    }

    /** Compiles a template whose {@code strftime_now} reads the system's clock in its default zone, as engines do. */
    public static ChatTemplate compile(String source, TemplateLimits limits) throws TemplateException {
        return compile(source, limits, Clock.system(ZoneId.systemDefault()));
    }

    /**
     * Renders a conversation.
     *
     * @param context values as {@link TemplateValues} makes them; only read
     * @throws TemplateException the template raised, used what is not defined, or reached a limit
     */
    public String render(Map<String, Object> context) throws TemplateException {
        return run(context).text();
    }

    /**
     * The same in parts. A text of {@link #LONG_CHARS} and more that the template prints unchanged is a part by itself,
     * the very object that the context has.
     *
     * @throws TemplateException as {@link #render} does
     */
    public List<String> renderParts(Map<String, Object> context) throws TemplateException {
        return run(context).parts();
    }

    /** The same template, and what it remembers of messages, with other limits on its renderings. */
    public ChatTemplate within(TemplateLimits others) {
        return new ChatTemplate(program, others, globals);
    }

    private Out run(Map<String, Object> context) throws TemplateException {
        Meter meter = new Meter(
                limits.maxLoops(), limits.maxRun(), limits.maxRunChars(), limits.maxOutputChars(), limits.maxDepth());
        try {
            return program.run(new Rendering(context, globals, meter));
        } catch (Fault e) {
            throw TemplateException.of(e);
        } catch (StackOverflowError e) {
            // The limits on depth keep far below this on a thread with a usual stack; a thread with a small one must
            // still only lose the rendering. The interpreter holds no lock and no shared state that could be torn.
            throw TemplateException.of(Fault.limit("the thread's stack is too small for this template"));
        }
    }
}
