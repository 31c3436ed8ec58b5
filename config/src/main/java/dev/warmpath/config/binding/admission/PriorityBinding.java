package dev.warmpath.config.binding.admission;

import static dev.warmpath.config.section.Kinds.integer;

import dev.warmpath.config.keys.CredentialKinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.admission.PriorityClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The part of {@code admission} that says who goes first. */
final class PriorityBinding {

    private static final String DEFAULT = "default_class";
    private static final int MOST_URGENT = 1_000_000;

    private final Set<String> names = new HashSet<>();
    private final Set<String> keys = new HashSet<>();

    private PriorityBinding() {}

    static AdmissionSettings bind(Section section, AdmissionSettings bounds, AdmissionSettings now) {
        PriorityBinding binding = new PriorityBinding();
        List<PriorityClass> read = section.sections("classes", now.classes(), binding::one);
        List<PriorityClass> classes = read.isEmpty() ? now.classes() : read;
        String usual = section.value(DEFAULT, CredentialKinds.NAME, now.defaultClass());
        List<String> mayName = section.values("priority_keys", CredentialKinds.NAME, now.priorityKeys());
        boolean written = section.has("classes");
        if (classes.size() > PriorityClass.MOST) {
            section.refuse("classes", "are " + classes.size() + ", too many", null, "Keep " + PriorityClass.MOST);
        }
        if (written && !section.has(DEFAULT)) {
            section.refuse(DEFAULT, "is missing, and classes are written", null, "Name one of them");
        } else if (classes.stream().noneMatch(one -> one.name().equals(usual))) {
            section.refuse(DEFAULT, "names no class", usual, "Name one of admission.classes");
        }
        return bounds.withClasses(classes, usual, mayName == null ? List.of() : mayName);
    }

    private @Nullable PriorityClass one(Section section, @Nullable PriorityClass now) {
        String name = section.required("name", CredentialKinds.NAME, now == null ? null : now.name());
        int share = section.value("share", integer(1, PriorityClass.MAX_SHARE), now == null ? 1 : now.share());
        List<String> own = section.values("keys", CredentialKinds.NAME, now == null ? null : now.keys());
        Integer urgency =
                section.optional("urgency", integer(-MOST_URGENT, MOST_URGENT), now == null ? null : now.urgency());
        if (name == null) {
            return null;
        }
        if (!names.add(name)) {
            section.refuse("name", "is given to more than one class", name, "Give each class a name of its own");
        }
        List<String> members = own == null ? new ArrayList<>() : own;
        for (String key : members) {
            if (!keys.add(key)) {
                section.refuse("keys", "names a key that is named already", key, "Put each key into one class");
            }
        }
        return new PriorityClass(name, share, members, urgency);
    }
}
