package dev.warmpath.router.template.value;

import java.util.Iterator;

/** An iterator as a value: can be walked once, has no length, and is always true, even when nothing is left in it. */
public final class Lazy implements Iterator<Object> {

    private final String typeName;
    private final Iterator<Object> source;

    /** A generator that yields what the source yields, no sooner than asked. */
    public Lazy(Iterator<Object> source) {
        this("generator", source);
    }

    public Lazy(String typeName, Iterator<Object> source) {
        this.typeName = typeName;
        this.source = source;
    }

    public String typeName() {
        return typeName;
    }

    @Override
    public boolean hasNext() {
        return source.hasNext();
    }

    @Override
    public Object next() {
        return source.next();
    }
}
