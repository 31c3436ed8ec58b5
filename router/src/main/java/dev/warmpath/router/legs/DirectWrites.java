package dev.warmpath.router.legs;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.VertxConnection;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes from a worker's connection the queue for what other threads write to it. Legs live on the event loop of their
 * connections and write from nowhere else, so nothing is ever in it; but it is 4.7 KB, a third of all that a quiet stream
 * holds in the heap, and each write passes through it.
 *
 * <p>Servers of Vert.x 5.1 leave the queue out when they are asked to ({@code setStrictThreadMode}); its clients have the same
 * code, and no way to ask. So what a strict server gets is put in the queue's place by reflection. Where that cannot be
 * done, as in a release of Vert.x that has other names or a Java that keeps final fields final, connections keep their
 * queue, and all works as before; one line in the log tells it, and a test fails.
 */
final class DirectWrites {

    private static final Logger log = LoggerFactory.getLogger(DirectWrites.class);

    /** Null once it has shown that it cannot be done here, so that it is told once and not tried for each connection. */
    private static volatile @Nullable DirectWrites known = find();

    private final Field queue;
    private final Constructor<?> direct;

    private DirectWrites(Field queue, Constructor<?> direct) {
        this.queue = queue;
        this.direct = direct;
    }

    private static @Nullable DirectWrites find() {
        try {
            Field queue = VertxConnection.class.getDeclaredField("outboundMessageQueue");
            queue.setAccessible(true);
            Class<?> type = Class.forName(
                    VertxConnection.class.getName() + "$DirectOutboundMessageQueue",
                    true,
                    VertxConnection.class.getClassLoader());
            Constructor<?> direct = type.getDeclaredConstructor(VertxConnection.class);
            direct.setAccessible(true);
            return new DirectWrites(queue, direct);
        } catch (ReflectiveOperationException | RuntimeException unknown) {
            kept(unknown);
            return null;
        }
    }

    /** To be called when the connection is new, on its event loop, which all its writes have to come from. */
    static void of(HttpConnection connection) {
        DirectWrites direct = known;
        if (direct != null && connection instanceof VertxConnection own) {
            direct.put(own);
        }
    }

    private void put(VertxConnection connection) {
        try {
            queue.set(connection, direct.newInstance(connection));
        } catch (ReflectiveOperationException refused) {
            known = null;
            kept(refused);
        }
    }

    private static void kept(Exception why) {
        log.atWarn()
                .addKeyValue("why", why.toString())
                .log("connections to workers keep the queue for other threads' writes, 5 KB for each: this release of"
                        + " Vert.x or Java is not one that Warmpath was tested with");
    }
}
