"""A model of a few hundred kilobytes, made on the spot: nothing is downloaded, and two engines that load it are equal.

The weights are random but written to a file, so that every engine answers alike at temperature 0; an engine's own
random weights (`--load-format dummy`) would tie the tests to how one release seeds them. The tokenizer is a byte-level
BPE trained on a handful of sentences: any text has tokens, some of several characters, and chats have a template with
tools, as models in use have.
"""

from __future__ import annotations

import json
from pathlib import Path

import torch
from safetensors.torch import save_file
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, processors, trainers

VOCABULARY = 1024
HIDDEN = 128
INTERMEDIATE = 256
LAYERS = 2
HEADS = 4
KV_HEADS = 2
HEAD_SIZE = HIDDEN // HEADS
MAX_POSITIONS = 4096
SEED = 20260501

# Random weights this small make nearly equal logits, whose order a batch's shape could turn: make them differ plainly.
SPREAD = 0.3

BOS, EOS, START, END = "<|bos|>", "<|eos|>", "<|start|>", "<|end|>"
SPECIALS = [BOS, EOS, START, END]

SENTENCES = [
    "The router finds the worker whose cache already holds most of the prompt.",
    "A prompt is cut into blocks of tokens, and only full blocks are cached and matched.",
    "Each block's hash covers its own tokens and the hash of the block before it.",
    "def find_worker(prompt, workers):\n    return max(workers, key=lambda worker: worker.overlap(prompt))\n",
    '{"role": "user", "content": "How warm is the cache today?", "temperature": 0.7, "stream": true}',
    "Größere Blöcke sind billiger; der Zwischenspeicher merkt sich, was häufig gefragt wird.",
    "プロンプトの先頭がキャッシュにあれば、計算は少なくて済みます。",
    "Кэш помнит начало запроса, и ответ приходит раньше. 缓存命中率越高，延迟越低。",
]

CHAT_TEMPLATE = """\
{{- bos_token }}
{%- if tools %}
    {{- '<|start|>system\\nTools you may call:' }}
    {%- for tool in tools %}
        {{- '\\n' + (tool | tojson) }}
    {%- endfor %}
    {{- '<|end|>\\n' }}
{%- endif %}
{%- for message in messages %}
    {{- '<|start|>' + message['role'] + '\\n' }}
    {%- if message['content'] is string %}
        {{- message['content'] }}
    {%- elif message['content'] %}
        {%- for part in message['content'] if part['type'] == 'text' %}
            {{- part['text'] }}
        {%- endfor %}
    {%- endif %}
    {%- for call in message.tool_calls or [] %}
        {{- '\\ncall ' + call.function.name + ' ' + (call.function.arguments | tojson) }}
    {%- endfor %}
    {{- '<|end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|start|>assistant\\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}
        {{- '(at once) ' }}
    {%- endif %}
{%- endif %}
"""


def write(folder: Path) -> Path:
    """A model directory as engines and the router read it."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_tokenizer(folder)
    _write_config(folder)
    save_file(_weights(), folder / "model.safetensors", metadata={"format": "pt"})
    return folder


def _write_tokenizer(folder: Path) -> None:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY - len(SPECIALS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(SENTENCES, trainer)
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in SPECIALS])
    # Plain prompts begin with a token that the engine adds, as with most models: the router must add it too.
    tokenizer.post_processor = processors.Sequence(
        [
            processors.ByteLevel(trim_offsets=False),
            processors.TemplateProcessing(
                single=f"{BOS} $A", special_tokens=[(BOS, tokenizer.token_to_id(BOS))]
            ),
        ]
    )
    assert tokenizer.get_vocab_size() <= VOCABULARY
    tokenizer.save(str(folder / "tokenizer.json"))
    _write_json(
        folder / "tokenizer_config.json",
        {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "bos_token": BOS,
            "eos_token": EOS,
            "model_max_length": MAX_POSITIONS,
            "clean_up_tokenization_spaces": False,
            "chat_template": CHAT_TEMPLATE,
        },
    )


def _write_config(folder: Path) -> None:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    ids = {"bos_token_id": tokenizer.token_to_id(BOS), "eos_token_id": tokenizer.token_to_id(EOS)}
    _write_json(
        folder / "config.json",
        {
            "architectures": ["LlamaForCausalLM"],
            "model_type": "llama",
            "hidden_size": HIDDEN,
            "intermediate_size": INTERMEDIATE,
            "num_hidden_layers": LAYERS,
            "num_attention_heads": HEADS,
            "num_key_value_heads": KV_HEADS,
            "head_dim": HEAD_SIZE,
            "vocab_size": VOCABULARY,
            "max_position_embeddings": MAX_POSITIONS,
            "rms_norm_eps": 1e-5,
            "rope_theta": 10000.0,
            "hidden_act": "silu",
            "tie_word_embeddings": True,
            "torch_dtype": "float32",
            **ids,
        },
    )
    _write_json(folder / "generation_config.json", ids)


def _weights() -> dict[str, torch.Tensor]:
    random = torch.Generator().manual_seed(SEED)

    def matrix(rows: int, columns: int) -> torch.Tensor:
        return torch.randn(rows, columns, generator=random) * SPREAD

    weights = {"model.embed_tokens.weight": matrix(VOCABULARY, HIDDEN), "model.norm.weight": torch.ones(HIDDEN)}
    for layer in range(LAYERS):
        name = f"model.layers.{layer}"
        weights |= {
            f"{name}.input_layernorm.weight": torch.ones(HIDDEN),
            f"{name}.post_attention_layernorm.weight": torch.ones(HIDDEN),
            f"{name}.self_attn.q_proj.weight": matrix(HIDDEN, HIDDEN),
            f"{name}.self_attn.k_proj.weight": matrix(KV_HEADS * HEAD_SIZE, HIDDEN),
            f"{name}.self_attn.v_proj.weight": matrix(KV_HEADS * HEAD_SIZE, HIDDEN),
            f"{name}.self_attn.o_proj.weight": matrix(HIDDEN, HIDDEN),
            f"{name}.mlp.gate_proj.weight": matrix(INTERMEDIATE, HIDDEN),
            f"{name}.mlp.up_proj.weight": matrix(INTERMEDIATE, HIDDEN),
            f"{name}.mlp.down_proj.weight": matrix(HIDDEN, INTERMEDIATE),
        }
    return weights


def _write_json(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")
