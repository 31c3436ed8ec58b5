package dev.warmpath.router.cluster.wire;

import dev.warmpath.scorer.choice.ExpectedHint;
import dev.warmpath.scorer.load.SharedLoad;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A message as bytes: format, kind, sender, sequence, body, and the signature where there is a secret. Numbers are big
 * endian; texts are UTF-8 behind their length. {@link MessageReader} reads it.
 */
public final class MessageWriter {

    static final byte FORMAT = 2;
    static final byte DELTA = 1;
    static final byte FULL = 2;
    static final byte ASK_FULL = 3;
    static final byte SETTINGS = 4;
    static final byte BYE = 5;

    private MessageWriter() {}

    public static Buffer write(Envelope envelope, Seal seal) {
        Message message = envelope.message();
        Buffer buffer = Buffer.buffer(256);
        buffer.appendByte(FORMAT).appendByte(kind(message));
        text(buffer, envelope.from());
        buffer.appendLong(envelope.sequence());
        if (message instanceof Message.Load load) {
            load(buffer, load);
        } else if (message instanceof Message.AskFull ask) {
            text(buffer, ask.member());
        } else if (message instanceof Message.Settings settings) {
            settings(buffer, settings.registers());
        }
        return seal.sign(buffer);
    }

    private static byte kind(Message message) {
        if (message instanceof Message.Load load) {
            return load.hello() == null ? DELTA : FULL;
        }
        if (message instanceof Message.AskFull) {
            return ASK_FULL;
        }
        return message instanceof Message.Settings ? SETTINGS : BYE;
    }

    private static void load(Buffer buffer, Message.Load load) {
        Hello hello = load.hello();
        if (hello != null) {
            text(buffer, hello.name());
            text(buffer, hello.version());
            text(buffer, hello.models());
            text(buffer, hello.scoring());
            text(buffer, hello.workers());
            text(buffer, hello.weights());
            buffer.appendLong(hello.registers());
            greetings(buffer, hello.greetings());
        }
        buffer.appendInt(load.loads().size());
        for (Message.TargetLoad target : load.loads()) {
            SharedLoad numbers = target.load();
            text(buffer, target.target().worker());
            buffer.appendInt(target.target().rank())
                    .appendInt(numbers.requests())
                    .appendLong(numbers.inflightBlocks())
                    .appendDouble(numbers.recentBlocks())
                    .appendLong(numbers.bookings());
        }
        buffer.appendInt(load.hints().size());
        for (ExpectedHint hint : load.hints()) {
            text(buffer, hint.target().worker());
            buffer.appendInt(hint.target().rank()).appendInt(hint.chain().length);
            for (long block : hint.chain()) {
                buffer.appendLong(block);
            }
        }
    }

    private static void greetings(Buffer buffer, List<Greeting> greetings) {
        buffer.appendInt(greetings.size());
        for (Greeting greeting : greetings) {
            text(buffer, greeting.member());
            buffer.appendLong(greeting.asks()).appendLong(greeting.answers());
        }
    }

    private static void settings(Buffer buffer, List<Register> registers) {
        buffer.appendInt(registers.size());
        for (Register register : registers) {
            text(buffer, register.name());
            buffer.appendLong(register.version());
            text(buffer, register.origin());
            text(buffer, register.value());
        }
    }

    private static void text(Buffer buffer, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        buffer.appendInt(bytes.length).appendBytes(bytes);
    }
}
