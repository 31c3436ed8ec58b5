package dev.warmpath.config.section;

import dev.warmpath.config.document.KnownKeys;
import dev.warmpath.config.document.Node;
import dev.warmpath.config.problem.Problems;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** The three uses of binding code. */
public final class Sections {

    private Sections() {}

    /** Reads a tree; what is wrong goes to {@code problems}, and the result counts only if that stays empty. */
    public static <T> T read(Node tree, Problems problems, Function<Section, T> binding) {
        return ReadingSection.read("", tree, problems, binding);
    }

    /** Every key that the binding asks for. */
    public static KnownKeys describe(Consumer<Section> binding) {
        return DescribingSection.describe(binding);
    }

    /** The values in force as maps, lists and scalars that read back as they are, except for masked secrets. */
    public static Map<String, Object> print(Consumer<Section> binding) {
        return PrintingSection.print(binding);
    }
}
