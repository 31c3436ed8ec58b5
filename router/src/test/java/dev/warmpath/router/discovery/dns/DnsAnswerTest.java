package dev.warmpath.router.discovery.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DefaultDnsResponse;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsSection;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What servers write into SRV records, and what becomes of it. */
class DnsAnswerTest {

    private static DnsResponse answer(String... targets) {
        DnsResponse response = new DefaultDnsResponse(1);
        for (String target : targets) {
            ByteBuf data = Unpooled.buffer().writeShort(0).writeShort(0).writeShort(8000);
            for (String label : target.split("/", -1)) {
                data.writeByte(label.length()).writeCharSequence(label, StandardCharsets.ISO_8859_1);
            }
            data.writeByte(0);
            response.addRecord(DnsSection.ANSWER, new DefaultDnsRawRecord("w.example.", DnsRecordType.SRV, 5, data));
        }
        return response;
    }

    @Test
    void targetIsLowerCaseAndWithoutItsLastDot() {
        DnsAnswer answer = DnsAnswer.of(answer("Engine-1/example/COM"), DnsRecordType.SRV);

        assertThat(answer.services()).containsExactly(new DnsAnswer.Service("engine-1.example.com", 8000));
        assertThat(answer.ttlSeconds()).isEqualTo(5);
    }

    /** Any byte can stand in a label; no URL could be made of these, and the good record beside them would be lost too. */
    @ParameterizedTest
    @ValueSource(strings = {"a b/c", "a.b/c", "a@b/c", "a!/c", "\u00fc/c", "a%41/c"})
    void targetThatIsNoHostCostsOnlyItself(String target) {
        DnsResponse response = answer(target, "good/example");
        DnsAnswer answer = DnsAnswer.of(response, DnsRecordType.SRV);

        assertThat(answer.services()).containsExactly(new DnsAnswer.Service("good.example", 8000));
        assertThat(answer.unreadable()).isEqualTo(1);
        response.release();
    }
}
