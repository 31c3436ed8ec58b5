package dev.warmpath.it.bench.tokenize;

import java.util.Random;

/** Makes text up that a tokenizer treats like what people write in chats: words, numbers, code and line ends. */
final class ChatText {

    private static final String[] WORDS =
            ("the of and to in is that for it as was with be by on not he this are or his from at which but have an "
                            + "they you were her she there would their we him been has when who will more no if out so said what up "
                            + "its about into than them can only other new some could time these two may then do first any my now "
                            + "such like our over man me even most made after also did many before must through back years where "
                            + "much your way well down should because each just those people how too little state good very make "
                            + "world still own see men work long get here between both life being under never day same another "
                            + "know while last might us great old year off come since against go came right used take three "
                            + "router cache prefix worker request tokens latency decode prefill engine block memory schedule "
                            + "throughput conversation benchmark deployment configuration")
                    .split(" ");

    private static final String[] CODE = {
        "if (count > limit) {\n    return cache.get(key);\n}\n",
        "for (int i = 0; i < items.length; i++) {\n    total += items[i].size();\n}\n",
        "{\"name\": \"lookup\", \"arguments\": {\"id\": 12345, \"deep\": true}}\n",
        "def handle(request):\n    rows = [r for r in request.rows if r.valid]\n    return rows[-1]\n",
        "SELECT id, name FROM workers WHERE state = 'ready' ORDER BY load LIMIT 10;\n"
    };

    private static final String[] OTHER_SCRIPTS = {
        "“quoted” — and so on…", "缓存命中率很高，请继续。", "кэш уже прогрет", "👍 naïve café", "キャッシュを確認してください"
    };

    private final Random random;

    ChatText(Random random) {
        this.random = random;
    }

    /** Text of about so many characters. */
    String of(int chars, boolean otherScripts) {
        StringBuilder text = new StringBuilder(chars + 128);
        if (otherScripts) {
            text.append(pick(OTHER_SCRIPTS)).append('\n');
        }
        while (text.length() < chars) {
            int kind = random.nextInt(40);
            if (kind == 0) {
                text.append("\n```\n").append(pick(CODE)).append("```\n");
            } else if (kind == 1) {
                text.append(random.nextInt(100_000)).append(' ');
            } else if (kind < 5) {
                text.append(pick(WORDS)).append(kind == 4 ? ".\n\n" : ", ");
            } else {
                text.append(pick(WORDS)).append(' ');
            }
        }
        return text.toString();
    }

    private String pick(String[] texts) {
        return texts[random.nextInt(texts.length)];
    }
}
