package dev.warmpath.it.docs.commands;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintedExampleTest {

    private static boolean matches(String example, String printed) {
        return PrintedExample.difference("text", example, printed).isEmpty();
    }

    private static boolean matchesJson(String example, String printed) {
        return PrintedExample.difference("json", example, printed).isEmpty();
    }

    @Test
    void numbersIdsAndSpacesMayDiffer() {
        assertThat(matches("rank 3  of 0123abcd45 took 1.5 s", "rank 12 of ffee00112233 took 80 s"))
                .isTrue();
    }

    @Test
    void wordsMayNot() {
        assertThat(matches("rank 3 is live", "rank 3 is silent")).isFalse();
        assertThat(matches("rank 3 is live", "rank three is live")).isFalse();
    }

    @Test
    void anotherNumberOfLinesIsAnotherShape() {
        assertThat(matches("a\nb\n", "a\nb\nc\n")).isFalse();
        assertThat(matches("a\nb\n", "a\n")).isFalse();
    }

    @Test
    void whatIsLeftOutMayBeAnything() {
        assertThat(matches("a\n…\nz\n", "a\nb\nc\nz\n")).isTrue();
        assertThat(matches("a\n…\nz\n", "a\nz\n")).isTrue();
        assertThat(matches("a\n…\n", "a\nb\n")).isTrue();
        assertThat(matches("a\n…\nz\n", "a\nb\nc\n")).isFalse();
        assertThat(matches("name: … done", "name: whatever it is done")).isTrue();
    }

    @Test
    void membersOfJsonAreComparedByNameAndType() {
        assertThat(matchesJson("{\"a\":1,\"b\":[\"x\"]}", "{\"b\":[\"y\",\"z\"],\"a\":2.5}"))
                .isTrue();
        assertThat(matchesJson("{\"a\":1}", "{\"a\":\"1\"}")).isFalse();
        assertThat(matchesJson("{\"a\":1,\"b\":2}", "{\"a\":1}")).isFalse();
        assertThat(matchesJson("{\"a\":[{\"b\":1}]}", "{\"a\":[{\"b\":1},{\"c\":1}]}"))
                .isFalse();
        assertThat(matchesJson("{\"a\":1}", "no JSON")).isFalse();
    }

    @Test
    void furtherMembersOfJsonAreAnotherShapeUnlessTheExampleSaysSo() {
        assertThat(matchesJson("{\"a\":1}", "{\"a\":1,\"b\":2}")).isFalse();
        assertThat(matchesJson("{\"a\":1,\"…\":0}", "{\"a\":1,\"b\":2}")).isTrue();
    }
}
