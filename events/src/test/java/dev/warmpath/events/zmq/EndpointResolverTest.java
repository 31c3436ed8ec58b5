package dev.warmpath.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.events.name.HostNames;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointResolverTest {

    private final CountDownLatch slow = new CountDownLatch(1);
    private final List<String> outcomes = new CopyOnWriteArrayList<>();

    private final HostNames names = new HostNames(host -> switch (host) {
        case "two" -> new InetAddress[] {address(1), address(2)};
        case "slow" -> {
            try {
                slow.await();
            } catch (InterruptedException e) {
                throw new UnknownHostException(host);
            }
            yield new InetAddress[] {address(9)};
        }
        case "refused" -> throw new SecurityException("not for you");
        case "none" -> new InetAddress[] {};
        case "broken" -> throw new NoClassDefFoundError("name service");
        default -> throw new UnknownHostException(host);
    });
    private final EndpointResolver resolver = new EndpointResolver(names);

    private static InetAddress address(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    }

    private void resolve(String endpoint) {
        resolver.resolve(endpoint, Runnable::run, new EndpointResolver.Outcome() {
            @Override
            public void resolved(String address) {
                outcomes.add(address);
            }

            @Override
            public void unusable(String why) {
                outcomes.add(why);
            }
        });
    }

    @AfterEach
    void close() {
        names.close();
    }

    @Test
    void addressesNeedNoNameService() {
        resolve("tcp://10.1.2.3:5557");
        resolve("tcp://[::1]:5557");

        assertThat(outcomes).containsExactly("tcp://10.1.2.3:5557", "tcp://[::1]:5557");
    }

    @Test
    void eachLookUpTakesTheNextAddress() {
        resolve("tcp://two:5557");
        await().until(() -> outcomes.size() == 1);
        resolve("tcp://two:5557");

        await().untilAsserted(() -> assertThat(outcomes).containsExactly("tcp://10.0.0.1:5557", "tcp://10.0.0.2:5557"));
    }

    @Test
    void unknownHostIsNamed() {
        resolve("tcp://nobody:5557");

        await().untilAsserted(() -> assertThat(outcomes).containsExactly("unknown host nobody"));
    }

    /** A try whose end nobody hears of is a stream that stays connecting for ever. */
    @ParameterizedTest
    @CsvSource({"refused,not for you", "none,no address", "broken,NoClassDefFoundError"})
    void aLookUpThatBreaksIsToldLikeAnyOther(String host, String why) {
        resolve("tcp://" + host + ":5557");

        await().untilAsserted(() -> assertThat(outcomes)
                .singleElement()
                .asString()
                .startsWith("looking up " + host + " failed: ")
                .contains(why));
    }

    @Test
    @Timeout(30)
    void slowNameServiceHoldsUpNobodyElse() {
        resolve("tcp://slow:5557");
        resolve("tcp://two:5557");
        await().untilAsserted(() -> assertThat(outcomes).containsExactly("tcp://10.0.0.1:5557"));

        slow.countDown();
        await().untilAsserted(() -> assertThat(outcomes).endsWith("tcp://10.0.0.9:5557"));
    }
}
