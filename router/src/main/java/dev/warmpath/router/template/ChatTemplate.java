package dev.warmpath.router.template;

import java.time.Clock;
import java.time.ZoneId;
import java.util.Map;

/**
 * One compiled chat template: renders a conversation to the very text that the engines' Jinja makes of it, with the
 * settings that Hugging Face tokenizers use, or refuses. Immutable and safe for any number of threads.
 */
public final class ChatTemplate {

    private ChatTemplate() {}

    /**
     * Compiles a template.
     *
     * @param clock what {@code strftime_now} reads, in its zone
     * @throws TemplateException syntax, or a tag, filter or test that this interpreter does not know
     */
    public static ChatTemplate compile(String source, TemplateLimits limits, Clock clock) throws TemplateException {
        throw new UnsupportedOperationException("not yet");
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
        throw new UnsupportedOperationException("not yet");
    }
}
