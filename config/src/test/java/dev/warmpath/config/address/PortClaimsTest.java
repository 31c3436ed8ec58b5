package dev.warmpath.config.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.address.PortClaims.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PortClaimsTest {

    private final List<String> complaints = new ArrayList<>();

    private Claim claim(String host, int low, int high, String holder) {
        return new Claim(host, low, high, holder, (message, remedy) -> complaints.add(holder));
    }

    @Test
    void longRangeIsRememberedPastShorterOnes() {
        PortClaims claims = new PortClaims();
        claims.add(claim("h", 100, 200, "long"));
        claims.add(claim("h", 110, 111, "inside"));
        claims.add(claim("h", 150, 160, "also inside"));
        claims.add(claim("h", 201, 300, "beside"));

        claims.complainOfOverlaps("move");

        assertThat(complaints).containsExactly("inside", "also inside");
    }

    @Test
    void wildcardMeetsEveryHost() {
        PortClaims claims = new PortClaims();
        claims.add(claim("a", 1, 10, "a"));
        claims.add(claim("b", 20, 30, "b"));
        claims.add(claim("0.0.0.0", 5, 25, "everywhere"));

        claims.complainOfOverlaps("move");

        assertThat(complaints).containsExactly("everywhere", "everywhere");
    }

    @Test
    void complaintGoesToTheLaterClaimWhereverItsPortsLie() {
        PortClaims claims = new PortClaims();
        claims.add(new Claim("h", 5, 5, "old", null));
        claims.add(claim("h", 1, 10, "new"));
        claims.add(new Claim("i", 5, 5, "old", null));
        claims.add(claim("i", 5, 6, "also new"));

        claims.complainOfOverlaps("move");

        assertThat(complaints).containsExactly("new", "also new");
    }

    /** Against comparing every pair: a set of ranges has a complaint exactly if some pair overlaps. */
    @Test
    void overlapIsFoundExactlyWhereTwoRangesShareAPort() {
        long seed = 20_261_130;
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            PortClaims claims = new PortClaims();
            List<Claim> all = new ArrayList<>();
            complaints.clear();
            for (int i = 0; i < 4; i++) {
                int low = random.nextInt(60);
                all.add(claim("h" + random.nextInt(2), low, low + random.nextInt(6), "c" + i));
                claims.add(all.get(i));
            }

            claims.complainOfOverlaps("move");

            boolean overlap = all.stream()
                    .anyMatch(one -> all.stream()
                            .anyMatch(other -> !one.equals(other)
                                    && one.host().equals(other.host())
                                    && one.low() <= other.high()
                                    && other.low() <= one.high()));
            assertThat(!complaints.isEmpty())
                    .as("seed %d, round %d: %s", seed, round, all)
                    .isEqualTo(overlap);
        }
    }
}
