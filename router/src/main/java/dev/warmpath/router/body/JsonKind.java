package dev.warmpath.router.body;

/** The JSON type of a value. */
enum JsonKind {
    OBJECT(1),
    ARRAY(2),
    STRING(4),
    NUMBER(8),
    TRUE(16),
    FALSE(32),
    NULL(64);

    private final int bit;

    JsonKind(int bit) {
        this.bit = bit;
    }

    /** This kind's bit in a mask of the kinds that an array holds. */
    int bit() {
        return bit;
    }
}
