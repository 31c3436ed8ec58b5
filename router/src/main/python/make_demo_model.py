#!/usr/bin/env python3
"""Makes the demo model's tokenizer: a byte-level BPE, trained on sentences that this script makes up itself.

    python3 -m venv venv && venv/bin/pip install 'tokenizers==0.23.3'
    venv/bin/python router/src/main/python/make_demo_model.py \
        router/src/main/resources/dev/warmpath/router/demo-model

Writes tokenizer.json and tokenizer_config.json; chat_template.jinja beside them is written by hand. The same script
makes the same bytes again. The shape (split pattern, special tokens, NFC, byte level) is that of common chat models, so
that what the router does with it is what it does with them; the words are only good enough to make block counts look
real. Plain prompts get <|bos|> in front, as the post-processor says, because that is the case that routers get wrong.
"""

import json
import random
import sys
from pathlib import Path

from tokenizers import AddedToken, Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, decoders, trainers

VOCABULARY = 6000

SPECIAL = ["<|bos|>", "<|eos|>", "<|pad|>", "<|im_start|>", "<|im_end|>"]
# Part of the text that a model writes, and so kept when it is decoded.
MARKERS = ["<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>"]

SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
    r"|[^\r\n\p{L}\p{N}]?\p{L}+"
    r"|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+"
    r"|\s+(?!\S)"
    r"|\s+"
)

VERBS = """accept answer ask balance believe block book bound build cache call carry change charge check choose clear
close collect compare compute connect copy count credit decode defer deliver detect divide drain draw drop encode enter
estimate evict expect explain fail fetch fill filter find finish fit follow forget forward free gather give grow guard
guess handle hash help hold index join keep know label land lay learn leave limit link list load lock lose make map mark
match measure mend merge miss mount move name need note observe offer open own parse pass pick place plan play point
poll prefer print probe prove publish pull push put raise reach read receive record refuse register release remember
remove render replay report request reset resolve rest restart retry return route run sample scan score search see send
serve set shape share show shrink sign skip sleep sort speak split start state stay steer step stop store stream sum
swap take talk tell test think throw time touch trace track train transfer translate travel trust try turn use visit
wait wake walk warm warn wash watch weigh work wrap write yield""".split()

NOUNS = """adapter address answer apple array balance bank batch bird block board boat book border bottle box branch
bread bridge brother bucket budget buffer button cable cache candle captain card carpet castle cause chain chair change
channel chapter cheese child choice circle city class clock cloud cluster coast coffee colour column concert conversation
copy corner cost country counter cousin credit customer damage daughter decision deck degree depth desert desk device
diagram direction disk distance doctor dollar door dream driver duty edge effort egg engine error evening event example
expert factory family farm feather fence field figure file finger fire fish flag fleet floor flower forest fork fraction
friend fruit garden gate gateway glass group guest guide hammer hand harbour hash header heart hill history hospital host
hour house idea index island item journey kernel key kitchen knife label ladder lake language latency layer leaf leg
lesson letter library light limit line list load lock machine manager map market match matter meadow meal memory merchant
message meter method minute mirror model moment money month moon morning mountain mouse museum name nation needle neighbour
network newspaper night node noise notebook number ocean office operator orange orbit order overlap owner packet page
painter pair paper parent part party password path pattern peer pencil people period person picture piece pipe place plan
planet plate player pocket poem point policy pool port prefix price prize probe problem process product program prompt
protocol question queue quota rack railway rain range rank rate reader reason record region request result reviewer ribbon
river road rocket role roof room root router rule runner salt scale schedule school score sea season second secret section
sequence server service session shadow shape shelf ship shoe shop signal sister size socket soldier song soup source space
spoon spring square stage star start state station step stone storm story stream street student summary summer sun system
table target task teacher team template tenant test theory thread ticket tier time token tool topic tower town track trade
traffic train tree trust truth turn uncle unit user valley value vehicle version village visitor voice volcano wall water
wave way weather week weight wheel window winter wire witness word worker world writer year yesterday zone""".split()

ADJECTIVES = """able active ancient bitter black blue bold brave brief bright broad broken busy calm careful cheap clean
clear clever close cold common complete cool correct curious current dark deaf dear deep different direct distant dry eager
early easy empty equal exact expected fair false familiar famous fast final fine firm first flat foreign free fresh full
gentle global golden good grand great green grey happy hard heavy high honest hot huge human idle important inner kind
large last late lazy light likely local lonely long loose loud lovely main merry modern narrow native near neat new nice
noble normal old open orange outer pale plain polite poor possible pretty private proud public quick quiet rapid rare raw
real recent red remote rich right rough round royal sad safe second secret senior separate serious shallow sharp short
silent silver simple single slow small smart smooth soft solid special stable steady steep strange strict strong sudden
sure sweet tall tender thick thin tired tiny total tough true typical unique useful usual vague various vast visible warm
weak wet white whole wide wild wise wooden wrong yellow young""".split()

LINKING = """a about above across after again against all almost alone along already also although always among an and
another any anybody anyone anything are around as at away back be because been before behind below beside between beyond
both but by can could did do does down during each either else enough even ever every everyone everything except few first
for from had has have he her here hers herself him himself his how however i if in indeed inside instead into is it its
itself just less like little many may me might mine more most much must my myself near never next no nobody none nor not
nothing now of off often on once one only or other our ours out outside over own perhaps quite rather same several shall she
should since so some somebody someone something sometimes somewhere soon still such than that the their theirs them then there
therefore these they this those though three through till to today together tomorrow too toward two under until up upon us
very was we well were what when where whether which while who whole whom whose why will with within without would yes yet
you your yours yourself""".split()

TERMS = """assistant system user tool tools content role message messages function functions arguments parameters
properties description required string integer number boolean array object enum null true false JSON HTTP HTTPS URL API
GPU CPU KV TTFT SSE LLM ID OK TODO JavaScript Python Java Rust Linux hello Hello please Please thanks Thanks sorry Sorry
capital France Paris weather temperature Celsius algorithm variable constant parameter argument interface exception
implementation documentation configuration environment development information international communication education
government available different language languages important understand everything question answer""".split()

PHRASES = [
    "You are a helpful assistant.",
    "You are a careful engineer who answers in plain words.",
    "Explain step by step, then give the result on a line of its own.",
    "Summarise the text below in three sentences.",
    "Write a short story about a lighthouse keeper.",
    "Translate the following sentence into French.",
    "What is the capital of the country north of here?",
    "How many blocks does the cache of each rank hold?",
    "Please fix the bug in this function and add a test.",
    "Sure, here is an example that you can run:",
    "I'm not sure that's what they'd expect, but we'll see; it doesn't matter if you've tried.",
    "Guten Morgen, wie geht es Ihnen heute? Das Wetter ist schön.",
    "Bonjour, je voudrais un café et deux croissants, s'il vous plaît.",
    "Hola, ¿dónde está la biblioteca? Mañana será otro día.",
    "今天天气很好，我们去公园散步吧。",
    "私は毎朝コーヒーを飲みます。",
    "Сегодня хорошая погода, пойдём гулять.",
    "안녕하세요, 오늘 날씨가 좋습니다.",
    "😀 👍 ✅ ❌ → ← • … – —",
]

CODE = [
    "def {n}_{m}({n}, {m}=None):\n    for i, {n} in enumerate({m}s):\n        if {n} is None:\n            continue\n        yield {n}\n\n",
    "public final class {N}{M} {{\n    private final int {n};\n\n    public {N}{M}(int {n}) {{\n        this.{n} = {n};\n    }}\n}}\n",
    "function {n}{M}({m}) {{\n  const {n} = {m}.map((x) => x + {d});\n  return {n}.length > 0 ? {n}[0] : null;\n}}\n",
    "SELECT {n}_id, COUNT(*) FROM {m}s WHERE {n} = '{v}' GROUP BY {n}_id ORDER BY {n}_id DESC LIMIT {d};\n",
    '{{"{n}": "{m}", "{v}": {d}, "type": "object", "properties": {{"{m}": {{"type": "string", "description": "the {n}"}}}}}}\n',
    '{{"type": "function", "function": {{"name": "{v}_{n}", "parameters": {{"type": "object", "required": ["{m}"]}}}}}}\n',
    "curl -s http://127.0.0.1:{d}/v1/{n}s -H 'content-type: application/json' -d '{{\"{m}\": \"{v}\"}}'\n",
    "| {n} | {m} | {v} |\n| --- | --- | --- |\n| {d} | {d}.5 | {v}ed |\n",
    "# {N} {m}\n\n- {v} the {n}\n- {v} each {m}\n  1. {n}\n  2. {m}\n\n",
    "2026-11-{d} 12:{d}:00 INFO {n}.{m} - {v} {n}={d} {m}={d} https://example.com/{n}/{m}?{v}={d}\n",
]


def past(verb):
    return verb + "d" if verb.endswith("e") else verb + "ed"


def present(verb):
    return verb + "es" if verb.endswith(("s", "sh", "ch", "x")) else verb + "s"


def doing(verb):
    return (verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb) + "ing"


def plural(noun):
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "es" if noun.endswith(("s", "sh", "ch", "x")) else noun + "s"


def sentence(rng):
    word = rng.choice
    parts = []
    for _ in range(rng.randint(1, 3)):
        noun, other, verb, adjective = word(NOUNS), word(NOUNS), word(VERBS), word(ADJECTIVES)
        parts += [word(LINKING), word(LINKING), word([noun, plural(noun)])]
        parts += [word([verb, past(verb), present(verb), doing(verb), verb + "er"]), word(LINKING)]
        parts += [word([adjective, adjective + "ly", adjective + "ness", "un" + adjective, "re" + verb]), other]
    text = " ".join(parts)
    text = text[0].upper() + text[1:]
    return text + word([".", ".", ".", "?", "!", ",", ":", ";", "..."])


def corpus():
    rng = random.Random(20261130)
    for _ in range(60_000):
        yield sentence(rng) + rng.choice([" ", "\n", "\n\n"])
    for _ in range(12_000):
        names = {"n": rng.choice(NOUNS), "m": rng.choice(NOUNS), "v": rng.choice(VERBS), "d": str(rng.randint(0, 9999))}
        yield rng.choice(CODE).format(N=names["n"].title(), M=names["m"].title(), **names)
    for _ in range(4_000):
        yield " ".join(rng.choice(TERMS) for _ in range(6)) + "\n" + rng.choice(TERMS) + "\n"
    for _ in range(400):
        yield rng.choice(PHRASES) + "\n"


def tokenizer():
    made = Tokenizer(models.BPE())
    made.normalizer = normalizers.NFC()
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=False, use_regex=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY - len(SPECIAL) - len(MARKERS),
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        min_frequency=2,
        show_progress=False,
    )
    made.train_from_iterator(corpus(), trainer)
    made.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in SPECIAL])
    made.add_tokens([AddedToken(token, special=False, normalized=False) for token in MARKERS])
    bos = made.token_to_id("<|bos|>")
    made.post_processor = processors.Sequence(
        [
            processors.ByteLevel(trim_offsets=False),
            processors.TemplateProcessing(single="<|bos|> $A", special_tokens=[("<|bos|>", bos)]),
        ]
    )
    return made


def compact(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    made = tokenizer()
    compact(folder / "tokenizer.json", json.loads(made.to_str()))
    compact(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "bos_token": "<|bos|>",
            "eos_token": "<|im_end|>",
            "pad_token": "<|pad|>",
            "clean_up_tokenization_spaces": False,
            "model_max_length": 131072,
        },
    )
    print(made.get_vocab_size(), "tokens")


if __name__ == "__main__":
    main()
