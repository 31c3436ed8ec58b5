package dev.warmpath.router.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Programs of the machine that are asked about it. */
@FunctionalInterface
interface Programs {

    /**
     * Runs a program to its end.
     *
     * @return null when there is no such program, or it did not come to an end in time
     */
    @Nullable
    Output run(List<String> command);

    /**
     * What a program said.
     *
     * @param status exit status
     * @param text standard output, its beginning if it is long
     */
    record Output(int status, String text) {

        boolean failed() {
            return status != 0;
        }
    }
}
