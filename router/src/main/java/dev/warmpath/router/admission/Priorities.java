package dev.warmpath.router.admission;

import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.admission.PriorityClass;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which class a request is of: that of its key, or the one that it names, if its key may name one. Immutable. */
public final class Priorities {

    private final Map<String, PriorityClass> byName = new LinkedHashMap<>();
    private final Map<String, PriorityClass> byKey = new HashMap<>();
    private final Set<String> mayName;
    private final PriorityClass usual;
    /** Whether engines are told how urgent requests are. */
    private final boolean urgent;

    public Priorities(AdmissionSettings settings) {
        for (PriorityClass one : settings.classes()) {
            byName.put(one.name(), one);
            one.keys().forEach(key -> byKey.put(key, one));
        }
        this.mayName = Set.copyOf(settings.priorityKeys());
        PriorityClass found = byName.get(settings.defaultClass());
        if (found == null) {
            throw new IllegalArgumentException("no class is named " + settings.defaultClass());
        }
        this.usual = found;
        this.urgent = settings.classes().stream().anyMatch(one -> one.urgency() != null);
    }

    /** Why a request may not be of the class that it names. */
    public enum Fault {
        /** Its key may name none. */
        NOT_ALLOWED,
        /** There is none of this name. */
        UNKNOWN
    }

    /** A class that may not be named, or does not exist. No stack trace: it is data. */
    public static final class Refused extends Exception {

        private final Fault fault;

        private Refused(Fault fault) {
            super(fault.name(), null, false, false);
            this.fault = fault;
        }

        public Fault fault() {
            return fault;
        }
    }

    /**
     * As whom a request asks.
     *
     * @param key name of the key that it came with, or null where keys are not needed
     * @param named the class that it names, or null when it names none
     */
    public Claim claim(@Nullable String key, @Nullable String named) throws Refused {
        String tenant = key == null ? "" : key;
        if (named == null) {
            return new Claim(byKey.getOrDefault(tenant, usual), tenant);
        }
        if (key == null || !mayName.contains(key)) {
            throw new Refused(Fault.NOT_ALLOWED);
        }
        PriorityClass found = byName.get(named);
        if (found == null) {
            throw new Refused(Fault.UNKNOWN);
        }
        return new Claim(found, tenant);
    }

    /**
     * How urgent an engine is to take a request, higher before lower; null where engines are told nothing. As soon as one
     * class has an urgency those without have 0: what their clients write must not go before it.
     */
    public @Nullable Integer urgency(Claim claim) {
        Integer own = claim.priority().urgency();
        return own == null && urgent ? Integer.valueOf(0) : own;
    }

    /** Names of all classes, as configured. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }
}
