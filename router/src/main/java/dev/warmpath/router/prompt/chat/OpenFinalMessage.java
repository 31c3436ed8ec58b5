package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.prompt.tokens.PromptText;
import dev.warmpath.router.template.text.CharType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Leaves the last message open, as Hugging Face's {@code continue_final_message} does: a tag behind the message's text
 * is rendered with it, and the prompt ends where the tag begins. The tag ends in a space, so that one sees whether the
 * template trims messages; if it does, white space before the tag goes as well.
 */
final class OpenFinalMessage implements FinalMessage {

    private static final String TAG = "WARMPATH_FINAL_MESSAGE_ENDS_HERE";
    private static final String TAG_AND_SPACE = TAG + " ";

    private final String text;

    private OpenFinalMessage(String text) {
        this.text = text;
    }

    /** Puts a tagged copy in the place of the last message, which others may see. */
    static OpenFinalMessage tag(List<Map<String, Object>> messages) throws UnsupportedChat {
        Map<String, Object> last = new LinkedHashMap<>(messages.get(messages.size() - 1));
        messages.set(messages.size() - 1, last);
        Object content = last.get("content");
        if (content instanceof String text) {
            last.put("content", text + TAG_AND_SPACE);
            return new OpenFinalMessage(text);
        }
        if (content instanceof List<?> parts && !parts.isEmpty()) {
            List<Object> tagged = new ArrayList<>(parts);
            // Every part is a text part by now, and a map of our own making.
            @SuppressWarnings("unchecked")
            Map<String, Object> part = new LinkedHashMap<>((Map<String, Object>) parts.get(parts.size() - 1));
            String text = String.valueOf(part.get("text"));
            part.put("text", text + TAG_AND_SPACE);
            tagged.set(parts.size() - 1, part);
            last.put("content", tagged);
            return new OpenFinalMessage(text);
        }
        throw new UnsupportedChat("continue_final_message without text in the final message");
    }

    @Override
    public RenderedChat end(PromptText parts) throws UnsupportedChat {
        String rendered = parts.whole();
        int end = rendered.lastIndexOf(TAG);
        if (end < 0 || !rendered.contains(strippedBothEnds(text))) {
            throw new UnsupportedChat("continue_final_message, but the template does not print the final message");
        }
        String prompt = rendered.substring(0, end);
        String ended = rendered.startsWith(TAG_AND_SPACE, end) ? prompt : stripped(prompt, 0);
        return RenderedChat.whole(PromptText.of(ended));
    }

    /** Without white space at the end, and at the start from a place on, as Python counts white space. */
    private static String stripped(String text, int from) {
        int end = text.length();
        while (end > from && CharType.isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(from, end);
    }

    private static String strippedBothEnds(String text) {
        int start = 0;
        while (start < text.length() && CharType.isSpace(text.charAt(start))) {
            start++;
        }
        return stripped(text, start);
    }
}
