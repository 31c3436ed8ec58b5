package dev.warmpath.router.template.run;

/** A compiled expression. */
@FunctionalInterface
public interface Code {

    Object eval(Frame frame);
}
