package dev.warmpath.it.bench.overhead;

import java.net.InetSocketAddress;
import java.util.List;

/** What is measured: the workers themselves, or a router in front of them. */
interface Subject extends AutoCloseable {

    /** Where the client with this number sends its requests: one address, or one for each leg. */
    List<InetSocketAddress> addresses(int client);

    /** Its processes, whose CPU time and memory count; none for the workers themselves. */
    List<ProcessHandle> processes();

    /** Share of the prompts' blocks that the chosen targets held, by its own account; 0 where it keeps none. */
    default double overlap() {
        return 0;
    }

    /** Whether it is one Java process, which can be asked for its heap. */
    default boolean isJava() {
        return false;
    }

    @Override
    void close();
}
