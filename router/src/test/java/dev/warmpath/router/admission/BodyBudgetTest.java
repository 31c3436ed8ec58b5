package dev.warmpath.router.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BodyBudgetTest {

    private final BodyBudget budget = new BodyBudget(100);

    @Test
    void whatDoesNotFitIsNotTakenAtAll() {
        assertThat(budget.open().take(60)).isTrue();

        assertThat(budget.open().take(41)).isFalse();
        assertThat(budget.held()).isEqualTo(60);
        assertThat(budget.open().take(40)).isTrue();
    }

    @Test
    void aShareIsGivenBackWholeAndOnce() {
        BodyBudget.Share share = budget.open();
        share.take(30);
        share.take(30);
        budget.open().take(10);

        share.release();
        share.release();

        assertThat(budget.held()).isEqualTo(10);
    }

    @Test
    void aShareThatWasGivenBackTakesNoMore() {
        BodyBudget.Share share = budget.open();
        share.release();

        assertThat(share.take(1)).isFalse();
        assertThat(budget.held()).isZero();
    }
}
