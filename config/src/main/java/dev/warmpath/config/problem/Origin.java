package dev.warmpath.config.problem;

/** Where a configuration value was written. {@code toString} names it for a reader. */
public sealed interface Origin {

    /** No place is known, as for a section that nobody wrote. */
    Origin UNKNOWN = new Unknown();

    /** A line of the configuration file, counted from 1. */
    record Line(int number) implements Origin {
        @Override
        public String toString() {
            return "line " + number;
        }
    }

    /** An environment variable. */
    record Variable(String name) implements Origin {
        @Override
        public String toString() {
            return "environment variable " + name;
        }
    }

    /** A {@code --set} option, by its path. */
    record SetOption(String path) implements Origin {
        @Override
        public String toString() {
            return "--set " + path;
        }
    }

    /** See {@link #UNKNOWN}. */
    record Unknown() implements Origin {
        @Override
        public String toString() {
            return "";
        }
    }
}
