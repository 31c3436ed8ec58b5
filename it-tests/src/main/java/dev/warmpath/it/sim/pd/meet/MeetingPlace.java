package dev.warmpath.it.sim.pd.meet;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where the prefill legs of a worker wait for their decode legs, whichever comes first. Belongs to the engine's
 * context.
 */
public final class MeetingPlace {

    private static final int MOST_LAPSED = 10_000;

    private final Map<Meeting, Host> hosts = new HashMap<>();
    private final Set<Meeting> lapsed = new LinkedHashSet<>();
    private final Map<Meeting, Guest> guests = new HashMap<>();

    private int foreignFetches;

    /** A prefill leg. */
    @FunctionalInterface
    public interface Host {
        /** Its decode leg has come. */
        void meet(Guest guest);
    }

    /** A decode leg, as its connection to the prefill worker. */
    public interface Guest {

        /** Whether it still waits. */
        boolean isHere();

        /** Gives it the KV of this prompt. */
        void deliver(Handover handover);
    }

    /** Opens a meeting; false if one of that name is open. */
    public boolean open(Meeting meeting, Host host) {
        if (hosts.putIfAbsent(meeting, host) != null) {
            return false;
        }
        Guest guest = guests.remove(meeting);
        if (guest != null) {
            host.meet(guest);
        }
        return true;
    }

    /** Nobody meets under that name any more. */
    public void close(Meeting meeting) {
        hosts.remove(meeting);
    }

    /** The same, and whoever comes later reads what lies in the blocks by then: nothing at the worker notices. */
    public void lapse(Meeting meeting) {
        close(meeting);
        if (lapsed.size() >= MOST_LAPSED) {
            lapsed.remove(lapsed.iterator().next());
        }
        lapsed.add(meeting);
    }

    /** Prompts whose blocks were given back because no decode leg came for them in time. */
    public int lapsedMeetings() {
        return lapsed.size();
    }

    /** Decode legs that came when their blocks had been given back, and got KV of other prompts. */
    public int foreignFetches() {
        return foreignFetches;
    }

    /**
     * A decode leg comes.
     *
     * @param waits whether it waits where its prefill leg is not there yet
     * @return false if it does not wait, or another one waits under that name
     */
    boolean arrive(Meeting meeting, Guest guest, boolean waits) {
        Host host = hosts.get(meeting);
        if (host != null) {
            host.meet(guest);
            return true;
        }
        if (lapsed.contains(meeting)) {
            foreignFetches++;
            guest.deliver(Handover.FOREIGN);
            return true;
        }
        return waits && guests.putIfAbsent(meeting, guest) == null;
    }

    /** A decode leg that has not met its prefill leg leaves. */
    void leave(Meeting meeting, Guest guest) {
        guests.remove(meeting, guest);
    }

    /** Meetings that one side waits for. */
    public int waiting() {
        return hosts.size() + guests.size();
    }
}
