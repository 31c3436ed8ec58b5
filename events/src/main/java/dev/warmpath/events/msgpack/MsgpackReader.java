package dev.warmpath.events.msgpack;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads MessagePack values one after the other. The caller looks at {@link #kind()} and then calls the method for it;
 * a value of no interest is {@link #skip() skipped}, whatever it holds and however deep it is nested, in a loop that
 * uses no stack.
 *
 * <p>Three rules make hostile input harmless. A header that claims more elements than bytes remain is malformed on the
 * spot, since every element takes a byte: no caller ever sees a length that the payload could not hold. Nothing here
 * allocates, but for the exception that ends the reading of a payload. And any value can be read again after
 * {@link #seek}, so that a caller who finds a surprise goes back and skips exactly that value.
 *
 * <p>Format: <a href="https://github.com/msgpack/msgpack/blob/master/spec.md">the MessagePack specification</a>. Not
 * thread-safe.
 */
public final class MsgpackReader {

    private static final byte[] NOTHING = {};
    private static final Kind[] KINDS = kinds();
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final byte U8 = (byte) 0xcc;
    private static final byte U16 = (byte) 0xcd;
    private static final byte U32 = (byte) 0xce;

    /** Bytes of a tag and 32 bits. */
    private static final int LONGEST_UNSIGNED_INT = 1 + Integer.BYTES;

    private byte[] bytes = NOTHING;
    private int position;
    private int spanStart;

    /** Starts at the first byte of a payload. The array is read in place and must not change meanwhile. */
    public void wrap(byte[] payload) {
        bytes = payload;
        position = 0;
        spanStart = 0;
    }

    /** Lets go of the payload. */
    public void unwrap() {
        wrap(NOTHING);
    }

    public byte[] bytes() {
        return bytes;
    }

    public int position() {
        return position;
    }

    /** Goes back (or forth) to a position where a value starts. */
    public void seek(int valueStart) {
        position = valueStart;
    }

    public boolean atEnd() {
        return position == bytes.length;
    }

    /** What the next value is; does not move. */
    public Kind kind() throws MalformedMsgpackException {
        require(1);
        return KINDS[bytes[position] & 0xff];
    }

    /** Moves over a nil if there is one. */
    public boolean skipNil() throws MalformedMsgpackException {
        if (kind() != Kind.NIL) {
            return false;
        }
        position++;
        return true;
    }

    /** Reads a {@link Kind#INT} as its 64 bits: what does not fit a signed long (uint64) comes out negative. */
    public long readLong() throws MalformedMsgpackException {
        int tag = tag();
        if (tag <= 0x7f) {
            return tag;
        }
        if (tag >= 0xe0) {
            return (byte) tag;
        }
        return switch (tag) {
            case 0xcc -> u8();
            case 0xcd -> u16();
            case 0xce -> u32();
            case 0xcf, 0xd3 -> i64();
            case 0xd0 -> (byte) u8();
            case 0xd1 -> (short) u16();
            case 0xd2 -> (int) u32();
            default -> throw wrongKind(tag);
        };
    }

    /**
     * Reads integers from 0 to 2^32 - 1 that follow each other, as long as there are such: short of the first other value,
     * and perhaps of the payload's last bytes, whose values are to be read one by one. A block has many tokens, and this is
     * several times as quick as looking at {@link #kind()} for each.
     *
     * @param to gets the integers as 32 bits, from {@code at} on
     * @return how many were read, {@code count} at most
     */
    public int readUnsignedInts(int[] to, int at, int count) {
        byte[] from = bytes;
        int last = from.length - LONGEST_UNSIGNED_INT;
        int next = position;
        int read = 0;
        while (read < count && next <= last) {
            byte tag = from[next];
            if (tag >= 0) {
                to[at + read] = tag;
                next++;
            } else if (tag == U16) {
                to[at + read] = (short) SHORT.get(from, next + 1) & 0xffff;
                next += 1 + Short.BYTES;
            } else if (tag == U32) {
                to[at + read] = (int) INT.get(from, next + 1);
                next += LONGEST_UNSIGNED_INT;
            } else if (tag == U8) {
                to[at + read] = from[next + 1] & 0xff;
                next += 2;
            } else {
                break;
            }
            read++;
        }
        position = next;
        return read;
    }

    /** Reads a {@link Kind#FLOAT}. */
    public double readDouble() throws MalformedMsgpackException {
        int tag = tag();
        return switch (tag) {
            case 0xca -> Float.intBitsToFloat((int) u32());
            case 0xcb -> Double.longBitsToDouble(i64());
            default -> throw wrongKind(tag);
        };
    }

    /** Reads a {@link Kind#BOOL}. */
    public boolean readBoolean() throws MalformedMsgpackException {
        return tag() == 0xc3;
    }

    /** Reads the header of a {@link Kind#ARRAY}; there are at least as many bytes left as it has elements. */
    public int readArrayHeader() throws MalformedMsgpackException {
        int tag = tag();
        return claimed(tag, 0x90, 0xdc, 0xdd, 1);
    }

    /** Reads the header of a {@link Kind#MAP}; there are at least twice as many bytes left as it has entries. */
    public int readMapHeader() throws MalformedMsgpackException {
        int tag = tag();
        return claimed(tag, 0x80, 0xde, 0xdf, 2);
    }

    /**
     * Moves over a {@link Kind#STR}, {@link Kind#BIN} or {@link Kind#EXT} and returns how many bytes of content it has;
     * they start at {@link #spanStart()} of {@link #bytes()}. An ext's content begins with its type byte.
     */
    public int readSpan() throws MalformedMsgpackException {
        int tag = tag();
        long length;
        if (tag >= 0xa0 && tag <= 0xbf) {
            length = tag & 0x1f;
        } else {
            length = switch (tag) {
                case 0xc4, 0xd9 -> u8();
                case 0xc5, 0xda -> u16();
                case 0xc6, 0xdb -> u32();
                case 0xc7 -> u8() + 1L;
                case 0xc8 -> u16() + 1L;
                case 0xc9 -> u32() + 1L;
                case 0xd4, 0xd5, 0xd6, 0xd7, 0xd8 -> (1L << (tag - 0xd4)) + 1L;
                default -> throw wrongKind(tag);
            };
        }
        require(length);
        spanStart = position;
        position += (int) length;
        return (int) length;
    }

    /** Where the content of the span that was read last starts. */
    public int spanStart() {
        return spanStart;
    }

    /** Moves over one whole value, with everything in it. */
    public void skip() throws MalformedMsgpackException {
        long pending = 1;
        while (pending > 0) {
            pending--;
            switch (kind()) {
                case NIL, BOOL -> position++;
                case INT -> readLong();
                case FLOAT -> readDouble();
                case STR, BIN, EXT -> readSpan();
                case ARRAY -> pending += readArrayHeader();
                case MAP -> pending += 2L * readMapHeader();
                case NEVER -> throw new MalformedMsgpackException();
            }
            // Headers inside one another may each be plausible; what they still owe together must be, too.
            require(pending);
        }
    }

    private int claimed(int tag, int fixed, int wide, int wider, int bytesEach) throws MalformedMsgpackException {
        long count;
        if ((tag & 0xf0) == fixed) {
            count = tag & 0x0f;
        } else if (tag == wide) {
            count = u16();
        } else if (tag == wider) {
            count = u32();
        } else {
            throw wrongKind(tag);
        }
        require(count * bytesEach);
        return (int) count;
    }

    private int tag() throws MalformedMsgpackException {
        require(1);
        return bytes[position++] & 0xff;
    }

    private int u8() throws MalformedMsgpackException {
        require(1);
        return bytes[position++] & 0xff;
    }

    private int u16() throws MalformedMsgpackException {
        require(2);
        int value = (short) SHORT.get(bytes, position) & 0xffff;
        position += 2;
        return value;
    }

    private long u32() throws MalformedMsgpackException {
        require(4);
        long value = (int) INT.get(bytes, position) & 0xffff_ffffL;
        position += 4;
        return value;
    }

    private long i64() throws MalformedMsgpackException {
        require(8);
        long value = (long) LONG.get(bytes, position);
        position += 8;
        return value;
    }

    private void require(long count) throws MalformedMsgpackException {
        if (count > bytes.length - position) {
            throw new MalformedMsgpackException();
        }
    }

    private static IllegalStateException wrongKind(int tag) {
        return new IllegalStateException("the caller did not look at kind() before reading tag " + tag);
    }

    private static Kind[] kinds() {
        Kind[] kinds = new Kind[256];
        for (int tag = 0; tag < kinds.length; tag++) {
            kinds[tag] = kindOf(tag);
        }
        return kinds;
    }

    private static Kind kindOf(int tag) {
        if (tag <= 0x7f || tag >= 0xe0) {
            return Kind.INT;
        }
        if (tag <= 0x8f) {
            return Kind.MAP;
        }
        if (tag <= 0x9f) {
            return Kind.ARRAY;
        }
        if (tag <= 0xbf) {
            return Kind.STR;
        }
        return switch (tag) {
            case 0xc0 -> Kind.NIL;
            case 0xc1 -> Kind.NEVER;
            case 0xc2, 0xc3 -> Kind.BOOL;
            case 0xc4, 0xc5, 0xc6 -> Kind.BIN;
            case 0xca, 0xcb -> Kind.FLOAT;
            case 0xc7, 0xc8, 0xc9, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8 -> Kind.EXT;
            case 0xd9, 0xda, 0xdb -> Kind.STR;
            case 0xdc, 0xdd -> Kind.ARRAY;
            case 0xde, 0xdf -> Kind.MAP;
            default -> Kind.INT;
        };
    }
}
