package dev.warmpath.router.doctor.catalogue;

/** What can be wrong with choosing. */
@SuppressWarnings("ImmutableEnumChecker") // texts are a record of strings
public enum ChoiceCheck implements CheckName {
    ONE_CANDIDATE(new CheckText(
            "There is only one target of a role, so its overlap weight decides nothing",
            "`warmpath_decisions_total{kind=\"only-one\"}`",
            "several ranks of one worker are several targets",
            "Add a worker or a rank, or see why the others may not be chosen")),
    WEIGHT_WITHOUT_EFFECT(new CheckText(
            "Targets differ in what they hold of the prompts, and yet every request goes where load alone would send it:"
                    + " the overlap weight is 0, or far too small against the load",
            "`GET /admin/weights`; `POST /admin/explain` with weight 0 and without",
            "all targets hold the same, or nothing, of what is asked for",
            "`PUT /admin/weights` with a higher `overlap_weight` for the role; 20.0 for prefill and 2.0 for decode are a"
                    + " starting point")),
    PROMPTS_TOO_SHORT(new CheckText(
            "Many prompts are shorter than one block: nothing of them is ever cached or credited",
            "`warmpath_request_blocks_total` grows more slowly than the decisions",
            "a few short prompts among long ones",
            "Nothing is broken; a smaller block size of the engine credits shorter prompts"));

    private final CheckText text;

    ChoiceCheck(CheckText text) {
        this.text = text;
    }

    @Override
    public CheckText text() {
        return text;
    }
}
