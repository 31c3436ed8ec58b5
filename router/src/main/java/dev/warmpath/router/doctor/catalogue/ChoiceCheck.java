package dev.warmpath.router.doctor.catalogue;

/** What can be wrong with choosing. */
@SuppressWarnings("ImmutableEnumChecker") // texts are a record of strings
public enum ChoiceCheck implements CheckName {
    ONE_CANDIDATE(new CheckText(
            "There is only one target of a role, so its overlap weight decides nothing",
            "`warmpath_decisions_total{kind=\"only-one\"}`",
            "several ranks of one worker are several targets",
            "Add a worker or a rank, or see why the others may not be chosen"));

    private final CheckText text;

    ChoiceCheck(CheckText text) {
        this.text = text;
    }

    @Override
    public CheckText text() {
        return text;
    }
}
