"""SGLang's own way from a chat request to token ids, out of its released files."""

from __future__ import annotations

import copy
import importlib
from collections import OrderedDict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

# Before any stand-in: transformers looks for torch when it is imported.
from transformers import AutoTokenizer, PreTrainedTokenizerBase  # noqa: F401

from engine_source import EngineSource
from reference import Prompt, Refused, completion

REAL = (
    "sglang.srt.entrypoints.openai.protocol",
    "sglang.srt.entrypoints.openai.serving_base",
    "sglang.srt.entrypoints.openai.serving_chat",
    "sglang.srt.parser.jinja_template_utils",
)

ABSENT = ("sglang", "torch", "PIL", "zmq", "uvloop")


class SglangReference:
    """`OpenAIServingChat._process_messages` as it is, on an object that has what a text-only request needs."""

    def __init__(self, source: Path, model: Path) -> None:
        EngineSource(source, REAL, ABSENT).install()
        self._protocol = importlib.import_module("sglang.srt.entrypoints.openai.protocol")
        serving = importlib.import_module("sglang.srt.entrypoints.openai.serving_chat")
        templates = importlib.import_module("sglang.srt.parser.jinja_template_utils")
        # It is threaded encoding of the same ids, and off for the short texts of these tests.
        serving.parallel_prompt_encode = lambda tokenizer, text, kwargs: tokenizer.encode(text, **kwargs)
        self._tokenizer = AutoTokenizer.from_pretrained(model)
        self._serving = _serving(serving, templates, self._tokenizer)

    def prompt(self, body: dict[str, Any]) -> Prompt | Refused:
        if "messages" not in body:
            return completion(self._tokenizer, body)
        try:
            request = self._protocol.ChatCompletionRequest.model_validate(copy.deepcopy(body))
            processed = self._serving._process_messages(request, is_multimodal=False)
        except ValueError as refusal:
            return Refused(str(refusal))
        # A continued message's ids are made apart from the rest, so that there is no one text.
        return Prompt(list(processed.prompt_ids), None)


def _serving(serving: Any, templates: Any, tokenizer: Any) -> Any:
    chat = object.__new__(serving.OpenAIServingChat)
    template = tokenizer.chat_template
    chat.tokenizer_manager = SimpleNamespace(tokenizer=tokenizer, served_model_name="m")
    chat.template_manager = SimpleNamespace(
        chat_template_name=None,
        jinja_template_content_format=templates.detect_jinja_template_content_format(template),
        jinja_template_may_reorder_tool_results=templates.jinja_template_may_reorder_tool_results(template),
        python_chat_template=None,
        reasoning_config=None,
    )
    chat.default_chat_template_kwargs = {}
    chat.tool_call_parser = chat.reasoning_parser = chat.chat_encoding_spec = None
    chat._encoding_adapter = chat._reasoning_detector = None
    chat.is_gpt_oss = chat.is_gemma4 = chat.is_minimax_m3 = False
    # Concerns how the answer is read, and asks a stand-in.
    chat._requires_response_template_detokenization = lambda request: False
    chat._chat_template_cache = OrderedDict()
    chat._tokenizer_auto_adds_specials = len(tokenizer.encode("")) > 0
    chat._prompt_text_round_trip_is_lossy = chat._probe_prompt_text_round_trip()
    return chat
