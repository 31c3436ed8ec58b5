package dev.warmpath.router.template.value;

import java.util.Iterator;
import java.util.Map;

/** What {@code keys()}, {@code values()} and {@code items()} return: countable and iterable, but not a sequence. */
public record DictView(Kind kind, Map<Object, Object> dict) {

    /** Which part of each entry the view shows. */
    public enum Kind {
        KEYS("dict_keys"),
        VALUES("dict_values"),
        ITEMS("dict_items");

        private final String typeName;

        Kind(String typeName) {
            this.typeName = typeName;
        }

        public String typeName() {
            return typeName;
        }
    }

    public int size() {
        return dict.size();
    }

    public Iterator<Object> iterator() {
        return switch (kind) {
            case KEYS -> dict.keySet().iterator();
            case VALUES -> dict.values().iterator();
            case ITEMS -> pairs(dict);
        };
    }

    /** The entries of a dict as tuples. */
    public static Iterator<Object> pairs(Map<Object, Object> dict) {
        Iterator<Map.Entry<Object, Object>> entries = dict.entrySet().iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public Object next() {
                Map.Entry<Object, Object> entry = entries.next();
                return Tuple.of(entry.getKey(), entry.getValue());
            }
        };
    }
}
