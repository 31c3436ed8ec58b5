package dev.warmpath.events.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The allocator's rules, with ephemeral range, host and generator faked so that each path is really taken. */
class PortBlockAllocatorTest {

    private static final int LINUX_LOW = 32_768;
    private static final PortRange NODE_PORTS = NodePortGuard.DEFAULT;

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 16})
    void everyBaseOutsideTheNodePortRangeIsTriedAndNoneThatTouchesIt(int count) {
        FakeHost host = FakeHost.allBusy();
        PortBlockAllocator allocator =
                PortBlockAllocator.belowEphemeral(LINUX_LOW, NODE_PORTS, host, new Random(count));

        assertThatExceptionOfType(NoPortBlockException.class).isThrownBy(() -> allocator.allocate(count));

        Set<Integer> outside = range(1024, 30_000 - count);
        assertThat(new HashSet<>(host.asked)).isEqualTo(outside);
    }

    @Test
    void aGuardInTheMiddleOfTheWindowSplitsIt() {
        FakeHost host = FakeHost.allBusy();
        PortBlockAllocator allocator =
                PortBlockAllocator.belowEphemeral(LINUX_LOW, new PortRange(20_000, 25_000), host, new Random(1));

        assertThatExceptionOfType(NoPortBlockException.class)
                .isThrownBy(() -> allocator.allocate(8))
                .withMessageContaining("20000-25000");

        Set<Integer> outside = range(1024, 19_992);
        outside.addAll(range(25_001, LINUX_LOW - 8));
        assertThat(new HashSet<>(host.asked)).isEqualTo(outside);
    }

    @Test
    void aBlockThatWouldTouchTheGuardIsNotEvenProbed() {
        FakeHost host = FakeHost.allFree();
        // The first base drawn is the highest, 32760, inside the guard; the second is the one swapped there, 1024.
        int base = PortBlockAllocator.belowEphemeral(LINUX_LOW, NODE_PORTS, host, new LastPick())
                .allocate(8);

        assertThat(base).isEqualTo(1024);
        assertThat(host.asked).containsExactly(1024);
    }

    @Test
    void withoutAGuardTheWholeWindowIsOpen() {
        FakeHost host = FakeHost.allFree();

        int base = PortBlockAllocator.belowEphemeral(LINUX_LOW, null, host, new LastPick())
                .allocate(8);

        assertThat(base).isEqualTo(LINUX_LOW - 8);
    }

    @Test
    void sixtyFourDifferentBasesAreDrawnAndThenAllAreTriedFromTheTop() {
        FakeHost host = FakeHost.allBusy();
        // 100 bases: drawing 64 of them with replacement would repeat one with a probability of all but 1e-13.
        PortBlockAllocator allocator = PortBlockAllocator.belowEphemeral(1024 + 8 + 99, null, host, new Random(7));

        assertThatExceptionOfType(NoPortBlockException.class).isThrownBy(() -> allocator.allocate(8));

        List<Integer> drawn = host.asked.subList(0, 64);
        List<Integer> scanned = host.asked.subList(64, host.asked.size());
        assertThat(drawn).doesNotHaveDuplicates().allMatch(base -> base >= 1024 && base <= 1123);
        assertThat(drawn).isNotEqualTo(drawn.stream().sorted().toList());
        assertThat(scanned)
                .isEqualTo(IntStream.rangeClosed(0, 99).mapToObj(i -> 1123 - i).toList());
    }

    @Test
    void aGeneratorThatRepeatsItselfStillDrawsDifferentBases() {
        FakeHost host = FakeHost.allBusy();
        PortBlockAllocator allocator = PortBlockAllocator.belowEphemeral(LINUX_LOW, null, host, new LastPick());

        assertThatExceptionOfType(NoPortBlockException.class).isThrownBy(() -> allocator.allocate(8));

        assertThat(host.asked.subList(0, 64)).doesNotHaveDuplicates();
    }

    @Test
    void theOnlyFreeBlockIsFoundByTheScan() {
        FakeHost host = FakeHost.onlyFree(1024);
        PortBlockAllocator allocator =
                PortBlockAllocator.belowEphemeral(LINUX_LOW, NODE_PORTS, host, alwaysTheSecond());

        assertThat(allocator.allocate(8)).isEqualTo(1024);
        assertThat(host.asked.subList(0, 64))
                .isEqualTo(IntStream.rangeClosed(1025, 1088).boxed().toList());
        assertThat(host.asked.get(64)).isEqualTo(29_992);
    }

    @Test
    void tenBlocksAreNotAllTheSame() {
        PortBlockAllocator allocator =
                PortBlockAllocator.belowEphemeral(LINUX_LOW, NODE_PORTS, FakeHost.allFree(), new Random(3));

        assertThat(IntStream.range(0, 10)
                        .map(i -> allocator.allocate(8))
                        .distinct()
                        .count())
                .isGreaterThan(1);
    }

    @ParameterizedTest
    @CsvSource({"8,1024,an", "8,1031,an", "2,1025,a", "16,1024,a", "11,80,an", "800,1,an", "40000,32768,a"})
    void anEmptyWindowNamesItsCause(int count, int low, String article) {
        FakeHost host = FakeHost.allFree();

        assertThatExceptionOfType(NoPortBlockException.class)
                .isThrownBy(() -> PortBlockAllocator.belowEphemeral(low, NODE_PORTS, host, new Random(1))
                        .allocate(count))
                .withMessageStartingWith("no room for " + article + " " + count
                        + "-port block below the ephemeral range (ip_local_port_range starts at " + low + ")");
        assertThat(host.asked).isEmpty();
    }

    @Test
    void aWindowOfExactlyOneBlockIsUsed() {
        assertThat(PortBlockAllocator.belowEphemeral(1032, NODE_PORTS, FakeHost.allFree(), new Random(1))
                        .allocate(8))
                .isEqualTo(1024);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0, -3})
    void aSinglePortIsTheKernelsChoice(int count) {
        FakeHost host = FakeHost.allBusy().drawing(41_000);

        assertThat(PortBlockAllocator.belowEphemeral(LINUX_LOW, NODE_PORTS, host, new Random(1))
                        .allocate(count))
                .isEqualTo(41_000);
    }

    @Test
    void aSinglePortInTheGuardIsDrawnAgain() {
        FakeHost host = FakeHost.allBusy().drawing(20_000, -1, 25_000, 25_001);

        assertThat(PortBlockAllocator.belowEphemeral(1200, new PortRange(20_000, 25_000), host, new Random(1))
                        .allocate(1))
                .isEqualTo(25_001);
    }

    @Test
    void afterSixteenDrawsInTheGuardASinglePortComesFromBelowTheEphemeralRange() {
        FakeHost host = FakeHost.allFree().drawing(40_000);

        int port = PortBlockAllocator.belowEphemeral(LINUX_LOW, new PortRange(LINUX_LOW, 65_535), host, new Random(1))
                .allocate(1);

        assertThat(host.drawsMade).isEqualTo(16);
        assertThat(port).isBetween(1024, LINUX_LOW - 1);
        assertThat(host.asked).containsExactly(port);
    }

    @Test
    void anOperatorsRangeHoldsForBlocksAndForSinglePorts() {
        PortRange range = new PortRange(30_100, 30_107);
        PortBlockAllocator allocator =
                PortBlockAllocator.within(range, FakeHost.allFree().drawing(41_000), new Random(1));

        assertThat(allocator.allocate(8)).isEqualTo(30_100);
        assertThat(allocator.allocate(1)).isBetween(30_100, 30_107);
        assertThatExceptionOfType(NoPortBlockException.class)
                .isThrownBy(() -> allocator.allocate(9))
                .withMessageStartingWith("no room for a 9-port block in 30100-30107");
    }

    /** Draws the second of what is left each time, so that the first is never drawn. */
    private static Random alwaysTheSecond() {
        return new Random(1) {
            @Override
            public int nextInt(int origin, int bound) {
                return origin + 1;
            }
        };
    }

    private static Set<Integer> range(int first, int last) {
        Set<Integer> ports = new HashSet<>();
        for (int port = first; port <= last; port++) {
            ports.add(port);
        }
        return ports;
    }
}
