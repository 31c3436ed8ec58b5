package dev.warmpath.router.doctor.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One thing that the doctor looks for. Users' scripts hold on to the keys: a name may be added, not changed. */
public sealed interface CheckName permits StreamCheck, ViewCheck, ChoiceCheck, PromptCheck, WorkerCheck, ClusterCheck {

    /** The constant's name; use {@link #key}. */
    String name();

    /** What is said of it. */
    CheckText text();

    /** As answers, logs and the operations page write it. */
    default String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** All of them, in the order in which they are told: from the events to the choice. */
    static List<CheckName> all() {
        return Stream.<CheckName[]>of(
                        StreamCheck.values(),
                        ViewCheck.values(),
                        PromptCheck.values(),
                        ChoiceCheck.values(),
                        WorkerCheck.values(),
                        ClusterCheck.values())
                .flatMap(Stream::of)
                .toList();
    }
}
