package dev.warmpath.router.template.run;

/** A compiled statement. */
@FunctionalInterface
public interface Step {

    /** How the statement after it is reached. */
    enum Flow {
        NEXT,
        BREAK,
        CONTINUE
    }

    Flow run(Frame frame, Out out);
}
