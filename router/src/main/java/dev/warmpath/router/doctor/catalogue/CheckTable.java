package dev.warmpath.router.doctor.catalogue;

/** The catalogue as a Markdown table, as the operations page has it. */
public final class CheckTable {

    private CheckTable() {}

    public static String markdown() {
        StringBuilder table = new StringBuilder("| check | symptom | how to verify | it is not this when | remedy |\n")
                .append("|---|---|---|---|---|\n");
        for (CheckName name : CheckName.all()) {
            CheckText text = name.text();
            table.append("| `").append(name.key()).append("` | ");
            table.append(text.symptom()).append(" | ").append(text.verify()).append(" | ");
            table.append(text.negative()).append(" | ").append(text.remedy()).append(" |\n");
        }
        return table.toString();
    }
}
