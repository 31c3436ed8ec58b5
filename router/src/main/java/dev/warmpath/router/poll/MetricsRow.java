package dev.warmpath.router.poll;

import dev.warmpath.events.load.LoadStat;

/**
 * What stands behind the name of a row in the Prometheus text format: labels, the value, and perhaps a time.
 *
 * @param rank of the label {@code engine}; 0 where there is none
 * @param value {@link Double#NaN} where the row cannot be read
 */
record MetricsRow(int rank, double value) {

    private static final MetricsRow UNREADABLE = new MetricsRow(0, Double.NaN);

    /** Whether it tells of a number of requests or a share. */
    boolean counts() {
        return value >= 0 && value <= LoadStat.MOST;
    }

    /** Reads {@code {name="value",...} 2.0 1700000000000}; never fails. */
    static MetricsRow read(String text) {
        try {
            return new Reader(text).row();
        } catch (IndexOutOfBoundsException | NumberFormatException malformed) {
            return UNREADABLE;
        }
    }

    /** Walks the row once. */
    private static final class Reader {

        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        MetricsRow row() {
            int rank = 0;
            if (text.charAt(at) == '{') {
                at++;
                while (text.charAt(at) != '}') {
                    int equals = text.indexOf('=', at);
                    String name = text.substring(at, equals).strip();
                    at = equals + 1;
                    String value = quoted();
                    if (name.equals("engine")) {
                        rank = Integer.parseInt(value);
                    }
                    if (text.charAt(at) == ',') {
                        at++;
                    }
                }
                at++;
            }
            String rest = text.substring(at).strip();
            int space = rest.indexOf(' ');
            return new MetricsRow(rank, Double.parseDouble(space < 0 ? rest : rest.substring(0, space)));
        }

        /** A label's value; commas, braces and escaped quotes may stand in it. */
        private String quoted() {
            if (text.charAt(at) != '"') {
                throw new NumberFormatException("no quoted value");
            }
            int begin = ++at;
            while (text.charAt(at) != '"') {
                at += text.charAt(at) == '\\' ? 2 : 1;
            }
            return text.substring(begin, at++);
        }
    }
}
