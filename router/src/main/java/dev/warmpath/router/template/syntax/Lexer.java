package dev.warmpath.router.template.syntax;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import dev.warmpath.router.template.text.Splitting;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a template into text and tags, with the white-space rules that Hugging Face sets: the first newline after a block
 * or comment tag goes ({@code trim_blocks}), blanks before one at the start of a line go ({@code lstrip_blocks}), and so
 * does one newline at the very end. A minus sign at a tag's edge takes all white space on that side, a plus sign keeps
 * what the two rules would take.
 */
final class Lexer {

    private final String source;
    private final TagScanner scanner;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineCountedTo;

    private Lexer(String source) {
        this.source = source;
        this.scanner = new TagScanner(source);
    }

    static List<Token> tokens(String template) {
        String source = template.replace("\r\n", "\n").replace('\r', '\n');
        return new Lexer(source.endsWith("\n") ? source.substring(0, source.length() - 1) : source).run();
    }

    private List<Token> run() {
        while (at < source.length()) {
            int tag = nextTag();
            if (tag < 0) {
                data(source.substring(at), at);
                at = source.length();
            } else {
                tag(tag);
            }
        }
        tokens.add(Token.of(Token.Kind.END, "", lineAt(source.length())));
        return tokens;
    }

    private int nextTag() {
        for (int i = source.indexOf('{', at); i >= 0 && i + 1 < source.length(); i = source.indexOf('{', i + 1)) {
            if ("{%#".indexOf(source.charAt(i + 1)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** The text before a tag, cut as the tag wants it, and the tag. */
    private void tag(int start) {
        char kind = source.charAt(start + 1);
        char sign = signAt(start + 2);
        data(before(source.substring(at, start), sign, kind != '{'), at);
        int inside = start + 2 + (sign == 0 ? 0 : 1);
        int rawBegin = kind == '%' ? rawBeginEnd(inside) : -1;
        if (rawBegin >= 0) {
            raw(rawBegin);
        } else if (kind == '#') {
            comment(inside);
        } else {
            boolean print = kind == '{';
            tokens.add(Token.of(print ? Token.Kind.PRINT_BEGIN : Token.Kind.BLOCK_BEGIN, "", lineAt(start)));
            inside(inside, print, start);
        }
    }

    private char signAt(int offset) {
        char c = offset < source.length() ? source.charAt(offset) : 0;
        return c == '-' || c == '+' ? c : 0;
    }

    /** The text before a tag without the white space that the tag takes away. */
    private String before(String text, char sign, boolean block) {
        if (sign == '-') {
            return Splitting.strip(text, null, false, true);
        }
        if (sign == '+' || !block) {
            return text;
        }
        int lineStart = text.lastIndexOf('\n') + 1;
        boolean atLineStart = lineStart > 0 || at == 0 || source.charAt(at - 1) == '\n';
        boolean blank =
                Splitting.strip(text.substring(lineStart), null, true, false).isEmpty();
        return atLineStart && blank ? text.substring(0, lineStart) : text;
    }

    private void data(String text, int offset) {
        if (!text.isEmpty()) {
            tokens.add(Token.of(Token.Kind.DATA, text, lineAt(offset)));
        }
    }

    private void comment(int inside) {
        int end = source.indexOf("#}", inside);
        if (end < 0) {
            throw new Fault(FaultReason.SYNTAX, "a comment is not closed", lineAt(inside));
        }
        char sign = end > inside ? signAt(end - 1) : 0;
        at = afterBlock(end + 2, sign);
    }

    /** Where text goes on after a block or comment tag. */
    private int afterBlock(int offset, char sign) {
        if (sign == '-') {
            return scanner.skipSpace(offset);
        }
        return sign != '+' && source.startsWith("\n", offset) ? offset + 1 : offset;
    }

    private void inside(int start, boolean print, int tagStart) {
        int offset = scanner.skipSpace(start);
        String close = print ? "}}" : "%}";
        while (offset < source.length()) {
            if (scanner.isBalanced()) {
                char sign = signAt(offset);
                boolean signed = sign == '-' || (sign == '+' && !print);
                int end = offset + (signed ? 1 : 0);
                if (source.startsWith(close, end)) {
                    tokens.add(Token.of(print ? Token.Kind.PRINT_END : Token.Kind.BLOCK_END, "", lineAt(end)));
                    at = print && sign == 0 ? end + 2 : afterBlock(end + 2, sign);
                    return;
                }
            }
            TagScanner.Scanned scanned = scanner.scan(offset, lineAt(offset));
            tokens.add(scanned.token());
            offset = scanner.skipSpace(scanned.end());
        }
        throw new Fault(FaultReason.SYNTAX, "a tag is not closed", lineAt(tagStart));
    }

    /** The offset behind a raw tag whose inside starts here, or -1 when it is another tag. */
    private int rawBeginEnd(int inside) {
        int name = scanner.skipSpace(inside);
        if (!source.startsWith("raw", name)) {
            return -1;
        }
        int end = scanner.skipSpace(name + 3);
        boolean minus = source.startsWith("-%}", end);
        if (!minus && !source.startsWith("%}", end)) {
            return -1;
        }
        return minus ? scanner.skipSpace(end + 3) : end + 2;
    }

    private void raw(int start) {
        at = start;
        for (int tag = source.indexOf("{%", start); tag >= 0; tag = source.indexOf("{%", tag + 1)) {
            char sign = signAt(tag + 2);
            int name = scanner.skipSpace(tag + 2 + (sign == 0 ? 0 : 1));
            int end = source.startsWith("endraw", name) ? scanner.skipSpace(name + 6) : source.length();
            char endSign = signAt(end);
            int close = end + (endSign == 0 ? 0 : 1);
            if (source.startsWith("%}", close)) {
                data(before(source.substring(start, tag), sign, true), start);
                at = afterBlock(close + 2, endSign);
                return;
            }
        }
        throw new Fault(FaultReason.SYNTAX, "a raw block is not closed", lineAt(start));
    }

    /** Offsets are asked for in rising order, so each newline is counted once. */
    private int lineAt(int offset) {
        for (; lineCountedTo < offset; lineCountedTo++) {
            if (source.charAt(lineCountedTo) == '\n') {
                line++;
            }
        }
        return line;
    }
}
