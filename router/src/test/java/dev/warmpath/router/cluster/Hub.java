package dev.warmpath.router.cluster;

import dev.warmpath.router.cluster.bus.Bus;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/** Buses of members in one process, between which messages can be kept back and members be lost. */
final class Hub {

    private final Map<String, Bus.Listener> listeners = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    final List<Buffer> said = new CopyOnWriteArrayList<>();
    private final Set<String> takenIn = ConcurrentHashMap.newKeySet();
    private volatile BiPredicate<String, String> passes = (from, to) -> true;

    Future<Bus> join(Bus.Listener listener) {
        Member member = new Member("member-" + numbers.incrementAndGet());
        listeners.put(member.self(), listener);
        return Future.succeededFuture(member);
    }

    /** Which messages come through, by sender and receiver. */
    void let(BiPredicate<String, String> which) {
        passes = which;
    }

    /** The members of these ids and all others do not hear each other, and each side takes the other for lost. */
    void part(String... some) {
        Set<String> side = new HashSet<>(List.of(some));
        passes = (from, to) -> side.contains(from) == side.contains(to);
        listeners.forEach((id, listener) -> listeners.keySet().stream()
                .filter(other -> side.contains(other) != side.contains(id))
                .forEach(listener::left));
    }

    void heal() {
        passes = (from, to) -> true;
    }

    /** A member is gone without a word. */
    void kill(String id) {
        listeners.remove(id);
        listeners.values().forEach(listener -> listener.left(id));
    }

    /** A member's half was taken in by another: messages to it go astray. */
    void takeIn(String id) {
        takenIn.add(id);
    }

    /** Somebody speaks who is no member. */
    void intrude(Buffer message) {
        listeners.values().forEach(listener -> listener.heard(message));
    }

    private final class Member implements Bus {

        private final String self;

        Member(String self) {
            this.self = self;
        }

        @Override
        public String self() {
            return self;
        }

        @Override
        public void say(Buffer message) {
            if (!listeners.containsKey(self)) {
                return;
            }
            said.add(message);
            listeners.forEach((id, listener) -> {
                if (passes.test(self, id) && !takenIn.contains(id)) {
                    listener.heard(message.copy());
                }
            });
        }

        @Override
        public int members() {
            return listeners.size();
        }

        @Override
        public boolean working() {
            return !takenIn.contains(self);
        }

        @Override
        public Future<Void> leave() {
            kill(self);
            return Future.succeededFuture();
        }
    }
}
