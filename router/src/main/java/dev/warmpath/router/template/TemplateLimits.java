package dev.warmpath.router.template;

import dev.warmpath.config.settings.PromptSettings;

/**
 * What one template may cost. A model's template comes from the network, and the conversation from a client: neither may
 * hold a thread or fill the heap.
 *
 * @param maxLoops loop iterations and calls that one rendering may make
 * @param maxRun those among them that are made, and not taken from an earlier rendering
 * @param maxRunChars characters that are printed, copied and looked at in those
 * @param maxOutputChars characters (UTF-16 units) that one rendering may produce, and that any single string may have
 * @param maxDepth depth of macro calls and of nested values in one rendering
 * @param maxSourceChars characters of the template's source
 * @param maxNesting depth of statements and expressions inside each other in the source
 */
public record TemplateLimits(
        int maxLoops,
        int maxRun,
        int maxRunChars,
        int maxOutputChars,
        int maxDepth,
        int maxSourceChars,
        int maxNesting) {

    /** The longest templates in the field are about 20 thousand characters. */
    private static final int MAX_SOURCE_CHARS = 1 << 20;

    /** Python itself refuses more than 200 parentheses inside each other, and Jinja writes one pair per operator. */
    private static final int MAX_NESTING = 200;

    public TemplateLimits {
        if (maxLoops < 1 || maxRun < 1 || maxRunChars < 1) {
            throw new IllegalArgumentException("every template limit must be at least 1");
        }
        if (maxOutputChars < 1 || maxDepth < 1 || maxSourceChars < 1 || maxNesting < 1) {
            throw new IllegalArgumentException("every template limit must be at least 1");
        }
    }

    /** The same limits on what is made and what is not. */
    public TemplateLimits(int maxLoops, int maxOutputChars, int maxDepth, int maxSourceChars, int maxNesting) {
        this(maxLoops, maxLoops, Integer.MAX_VALUE, maxOutputChars, maxDepth, maxSourceChars, maxNesting);
    }

    /** These, of which no more than so many turns and calls are made, and so many characters in them. */
    public TemplateLimits withRun(int most, int mostChars) {
        return new TemplateLimits(maxLoops, most, mostChars, maxOutputChars, maxDepth, maxSourceChars, maxNesting);
    }

    /** The limits that the operator configured; the two on the source are fixed. */
    public static TemplateLimits of(PromptSettings settings) {
        return new TemplateLimits(
                settings.maxTemplateLoops(),
                settings.maxTemplateOutputBytes(),
                settings.maxTemplateDepth(),
                MAX_SOURCE_CHARS,
                MAX_NESTING);
    }
}
