package dev.warmpath.router.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A secret is found by its digest, whole, and by nothing else. */
class SecretTableTest {

    /** Of {@code abc}: {@code printf %s abc | sha256sum}. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void digestIsThatOfCoreutils() {
        assertThat(SecretTable.digest("abc")).isEqualTo(ABC);
    }

    @Test
    void eachSecretIsFoundAtItsPlace() {
        List<String> secrets =
                IntStream.range(0, 100).mapToObj(i -> "secret-" + i).toList();
        SecretTable table =
                new SecretTable(secrets.stream().map(SecretTable::digest).toList());

        assertThat(table.size()).isEqualTo(100);
        for (int i = 0; i < secrets.size(); i++) {
            assertThat(table.find(secrets.get(i))).isEqualTo(i);
        }
        assertThat(table.find("secret-100")).isEqualTo(-1);
    }

    /** One bit in each of the four words, the sign bits among them. */
    @Test
    void digestThatDiffersInOneBitIsAnother() {
        for (int bit = 0; bit < 256; bit++) {
            StringBuilder changed = new StringBuilder(ABC);
            int digit = Character.digit(ABC.charAt(bit / 4), 16) ^ (8 >> (bit % 4));
            changed.setCharAt(bit / 4, Character.forDigit(digit, 16));

            assertThat(new SecretTable(List.of(changed.toString())).find("abc"))
                    .as("bit %d", bit)
                    .isEqualTo(-1);
        }
        assertThat(new SecretTable(List.of(ABC)).find("abc")).isZero();
    }

    @Test
    void nothingIsNeverASecret() {
        assertThat(new SecretTable(List.of(SecretTable.digest(""))).find("")).isEqualTo(-1);
        assertThat(new SecretTable(List.of()).find("abc")).isEqualTo(-1);
    }
}
