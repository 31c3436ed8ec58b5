package dev.warmpath.router.cluster.wire;

import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.choice.ExpectedHint;
import dev.warmpath.scorer.load.SharedLoad;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what {@link MessageWriter} writes. A count is believed only as far as the bytes that are there could hold so
 * many, so that nothing is allocated for what a message merely claims.
 */
public final class MessageReader {

    private static final int SMALLEST_GREETING = 20;
    private static final int SMALLEST_LOAD = 36;
    private static final int SMALLEST_HINT = 12;
    private static final int SMALLEST_REGISTER = 20;

    private final ByteBuffer in;

    private MessageReader(byte[] message) {
        this.in = ByteBuffer.wrap(message);
    }

    public static Envelope read(byte[] signed, Seal seal) throws RefusedMessage {
        return new MessageReader(seal.open(signed)).envelope();
    }

    private Envelope envelope() throws RefusedMessage {
        require(2);
        if (in.get() != MessageWriter.FORMAT) {
            throw new RefusedMessage(Refused.OTHER_FORMAT);
        }
        byte kind = in.get();
        String from = text();
        long sequence = number();
        Message message = switch (kind) {
            case MessageWriter.DELTA -> new Message.Load(null, loads(), hints());
            case MessageWriter.FULL -> new Message.Load(hello(), loads(), hints());
            case MessageWriter.ASK_FULL -> new Message.AskFull(text());
            case MessageWriter.SETTINGS -> new Message.Settings(registers());
            case MessageWriter.BYE -> new Message.Bye();
            default -> throw new RefusedMessage(Refused.OTHER_FORMAT);
        };
        if (in.hasRemaining()) {
            throw malformed();
        }
        return new Envelope(from, sequence, message);
    }

    private Hello hello() throws RefusedMessage {
        return new Hello(text(), text(), text(), text(), text(), text(), number(), greetings());
    }

    private List<Greeting> greetings() throws RefusedMessage {
        int count = count(SMALLEST_GREETING);
        List<Greeting> greetings = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            greetings.add(new Greeting(text(), number(), number()));
        }
        return greetings;
    }

    private List<Message.TargetLoad> loads() throws RefusedMessage {
        int count = count(SMALLEST_LOAD);
        List<Message.TargetLoad> loads = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Target target = target();
            require(28);
            int requests = in.getInt();
            long inflight = in.getLong();
            double recent = in.getDouble();
            long bookings = in.getLong();
            // NaN, and numbers that no load can be, must not enter a sum that choices are made by.
            if (requests < 0 || inflight < 0 || bookings < 0 || !(recent >= 0 && recent < Double.MAX_VALUE)) {
                throw malformed();
            }
            loads.add(new Message.TargetLoad(target, new SharedLoad(requests, inflight, recent, bookings)));
        }
        return loads;
    }

    private List<ExpectedHint> hints() throws RefusedMessage {
        int count = count(SMALLEST_HINT);
        List<ExpectedHint> hints = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Target target = target();
            long[] chain = new long[count(Long.BYTES)];
            for (int block = 0; block < chain.length; block++) {
                chain[block] = number();
            }
            hints.add(new ExpectedHint(target, chain));
        }
        return hints;
    }

    private List<Register> registers() throws RefusedMessage {
        int count = count(SMALLEST_REGISTER);
        List<Register> registers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            registers.add(new Register(text(), number(), text(), text()));
        }
        return registers;
    }

    private Target target() throws RefusedMessage {
        String worker = text();
        require(Integer.BYTES);
        return new Target(worker, in.getInt());
    }

    private String text() throws RefusedMessage {
        byte[] bytes = new byte[count(1)];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private long number() throws RefusedMessage {
        require(Long.BYTES);
        return in.getLong();
    }

    /** @param smallest bytes that one of them takes at least */
    private int count(int smallest) throws RefusedMessage {
        require(Integer.BYTES);
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / smallest) {
            throw malformed();
        }
        return count;
    }

    private void require(int bytes) throws RefusedMessage {
        if (in.remaining() < bytes) {
            throw malformed();
        }
    }

    private static RefusedMessage malformed() {
        return new RefusedMessage(Refused.MALFORMED);
    }
}
