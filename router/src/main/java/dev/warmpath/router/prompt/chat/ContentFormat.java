package dev.warmpath.router.prompt.chat;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a template wants a message's content to be. Engines look at the template's source to find out, and flatten a list
 * of text parts, or leave it, accordingly; what matters here is to come to the same answer, not to a better one. Their
 * rules, on the tree where ours look at the text:
 *
 * <ul>
 *   <li>vLLM: parts, if a loop goes over the content of a variable that another loop takes from {@code messages}
 *       (vllm/renderers/hf.py). A macro that is given the content does not count.
 *   <li>SGLang: parts, if the source speaks of images, audio or video at all, or a loop goes over {@code
 *       message.content}, {@code msg.content} or {@code m.content} (sglang/srt/parser/jinja_template_utils.py).
 * </ul>
 */
enum ContentFormat {
    /** One string; the texts of several parts are joined. */
    STRING,
    /** A list of parts, as OpenAI has it. */
    PARTS;

    private static final Pattern LOOP_OVER_CONTENT = Pattern.compile(
            "\\{%[-+]?\\s*for\\s+\\w+\\s+in\\s+(\\w+)\\s*(?:\\.\\s*content\\b|\\[\\s*(?:'content'|\"content\")\\s*])");

    private static final Pattern LOOP = Pattern.compile("\\{%[-+]?\\s*for\\s+(\\w+)\\s+in\\s+(\\w+)(?!\\s*[.(\\w])");

    /** Another name for the same list, or for a slice of it. */
    private static final Pattern ALIAS = Pattern.compile(
            "\\{%[-+]?\\s*set\\s+(\\w+)\\s*=\\s*(\\w+)\\s*(?:\\[[^]'\"]*:[^]'\"]*]\\s*)*(?:\\|[^%]*)?[-+]?%}");

    private static final Set<String> SGLANG_NAMES = Set.of("message", "msg", "m");

    private static final String[] SGLANG_MEDIA = {"image", "audio", "video", "vision"};

    static ContentFormat ofVllm(String template) {
        Set<String> messages = aliasesOfMessages(template);
        Set<String> message = new HashSet<>();
        for (Matcher loop = LOOP.matcher(template); loop.find(); ) {
            if (messages.contains(loop.group(2))) {
                message.add(loop.group(1));
            }
        }
        return loopsOverContentOf(template, message) ? PARTS : STRING;
    }

    static ContentFormat ofSglang(String template) {
        for (String word : SGLANG_MEDIA) {
            if (template.contains(word)) {
                return PARTS;
            }
        }
        return loopsOverContentOf(template, SGLANG_NAMES) ? PARTS : STRING;
    }

    private static boolean loopsOverContentOf(String template, Set<String> names) {
        for (Matcher loop = LOOP_OVER_CONTENT.matcher(template); loop.find(); ) {
            if (names.contains(loop.group(1))) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> aliasesOfMessages(String template) {
        Set<String> names = new HashSet<>(Set.of("messages"));
        boolean more = true;
        while (more) {
            more = false;
            for (Matcher alias = ALIAS.matcher(template); alias.find(); ) {
                more |= names.contains(alias.group(2)) && names.add(alias.group(1));
            }
        }
        return names;
    }
}
