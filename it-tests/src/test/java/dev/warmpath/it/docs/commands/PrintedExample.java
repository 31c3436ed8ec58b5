package dev.warmpath.it.docs.commands;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map.Entry;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * What a page says that a command prints, held against what it prints in shape. Numbers and ids may be others; {@code …} stands for
 * anything inside its line, and on a line of its own for any lines. In JSON all members must be there, of the same type; where
 * {@code "…"} is one of them, further ones may be.
 */
final class PrintedExample {

    private static final String ANYTHING = "…";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern VARIABLE = Pattern.compile(
            "(?<any>…)|(?<id>\\b(?=[a-f0-9]*[0-9])[a-f0-9]{8,}\\b)|(?<number>[0-9]+(?:\\.[0-9]+)?)|(?<space> +)");

    private PrintedExample() {}

    /** What differs, or nothing. */
    static String difference(String language, String example, String printed) {
        return language.equals("json") ? ofJson(example, printed) : ofText(example, printed);
    }

    private static String ofText(String example, String printed) {
        boolean same = matches(lines(example), lines(printed));
        return same ? "" : "is not of this shape";
    }

    private static List<String> lines(String text) {
        return text.strip().lines().map(String::strip).toList();
    }

    private static boolean matches(List<String> example, List<String> printed) {
        if (example.isEmpty()) {
            return printed.isEmpty();
        }
        if (example.get(0).equals(ANYTHING)) {
            return IntStream.rangeClosed(0, printed.size())
                    .anyMatch(left -> matches(rest(example, 1), rest(printed, left)));
        }
        return !printed.isEmpty()
                && Pattern.matches(pattern(example.get(0)), printed.get(0))
                && matches(rest(example, 1), rest(printed, 1));
    }

    private static List<String> rest(List<String> lines, int from) {
        return lines.subList(from, lines.size());
    }

    private static String pattern(String line) {
        StringBuilder pattern = new StringBuilder();
        int[] end = {0};
        VARIABLE.matcher(line).results().forEach(match -> {
            pattern.append(Pattern.quote(line.substring(end[0], match.start())));
            pattern.append(standsFor(match.group()));
            end[0] = match.end();
        });
        return pattern.append(Pattern.quote(line.substring(end[0]))).toString();
    }

    private static String standsFor(String variable) {
        if (variable.equals(ANYTHING)) {
            return ".*";
        }
        if (variable.isBlank()) {
            return " +";
        }
        return variable.matches("[0-9.]+") && variable.length() < 8 ? "[0-9]+(?:\\.[0-9]+)?" : "[a-f0-9]+";
    }

    private static String ofJson(String example, String printed) {
        try {
            return difference("", JSON.readTree(example), JSON.readTree(printed));
        } catch (JsonProcessingException malformed) {
            return "is no JSON: " + malformed.getOriginalMessage();
        }
    }

    private static String difference(String path, JsonNode example, JsonNode printed) {
        if (example.getNodeType() != printed.getNodeType()) {
            return path + " is a " + printed.getNodeType() + ", not a " + example.getNodeType();
        }
        if (example.isArray() && !example.isEmpty()) {
            return StreamSupport.stream(printed.spliterator(), false)
                    .map(item -> difference(path + "[]", example.get(0), item))
                    .filter(difference -> !difference.isEmpty())
                    .findFirst()
                    .orElse(printed.isEmpty() ? path + " is empty" : "");
        }
        for (Entry<String, JsonNode> member : example.properties()) {
            if (member.getKey().equals(ANYTHING)) {
                continue;
            }
            String name = path + "." + member.getKey();
            JsonNode value = printed.get(member.getKey());
            String difference = value == null ? name + " is missing" : difference(name, member.getValue(), value);
            if (!difference.isEmpty()) {
                return difference;
            }
        }
        if (example.isObject() && !example.has(ANYTHING) && printed.size() > example.size()) {
            return path + " has further members: " + printed;
        }
        return "";
    }
}
