package dev.warmpath.it.bench.measure;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Pauses of this process' garbage collector while something is measured, so that its part in a tail can be told from that of
 * what is measured. As the Java virtual machine tells them, in whole milliseconds and a moment later; work that a collector
 * does beside the program is not counted.
 */
public final class CollectorPauses implements AutoCloseable {

    private final List<NotificationEmitter> heard = new ArrayList<>();
    private final NotificationListener listener = (notification, unused) -> hear(notification);
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicLong sum = new AtomicLong();

    /** Listens from now on. */
    public CollectorPauses() {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (pauses(collector.getName()) && collector instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(listener, null, null);
                heard.add(emitter);
            }
        }
    }

    /** G1 and ZGC have a bean for pauses and another for what goes on meanwhile. */
    private static boolean pauses(String collector) {
        return !collector.contains("Concurrent") && !collector.contains("Cycles");
    }

    private void hear(Notification notification) {
        if (notification.getUserData() instanceof CompositeData data
                && notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            long millis =
                    GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration();
            count.incrementAndGet();
            sum.addAndGet(millis);
            longest.accumulateAndGet(millis, Math::max);
        }
    }

    /** How many pauses there were. */
    public int count() {
        return count.get();
    }

    /** The longest of them, in milliseconds. */
    public long longestMillis() {
        return longest.get();
    }

    /** All of them together, in milliseconds. */
    public long sumMillis() {
        return sum.get();
    }

    @Override
    public void close() {
        for (NotificationEmitter emitter : heard) {
            try {
                emitter.removeNotificationListener(listener);
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException("a listener that was added is gone", e);
            }
        }
        heard.clear();
    }
}
