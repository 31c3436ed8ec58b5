package dev.warmpath.router.template.run;

import dev.warmpath.router.template.fault.Meter;

/** Where text goes: the prompt, or the buffer of a macro or block. */
public final class Out {

    private final StringBuilder text = new StringBuilder();
    private final Meter meter;

    public Out(Meter meter) {
        this.meter = meter;
    }

    public void append(String part) {
        meter.append((long) text.length() + part.length(), part.length());
        text.append(part);
    }

    public String text() {
        return text.toString();
    }
}
