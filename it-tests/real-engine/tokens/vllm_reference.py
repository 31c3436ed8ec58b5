"""vLLM's own way from a chat request to token ids, out of its released files."""

from __future__ import annotations

import copy
import importlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

# Before any stand-in: transformers looks for torch when it is imported.
from transformers import AutoTokenizer, PreTrainedTokenizerBase  # noqa: F401

from engine_source import EngineSource
from reference import Prompt, Refused, completion

REAL = (
    "vllm.entrypoints.generate.base.protocol",
    "vllm.entrypoints.openai.chat_completion.protocol",
    "vllm.entrypoints.serve.engine.protocol",
    "vllm.envs",
    "vllm.exceptions",
    "vllm.renderers.chat_utils",
    "vllm.renderers.hf",
    "vllm.renderers.params",
    "vllm.utils.collection_utils",
    "vllm.utils.func_utils",
)

ABSENT = ("vllm", "torch", "PIL", "openai_harmony", "cachetools", "cv2", "numba", "blake3")

# What the preparation of a text-only request asks of the model's configuration.
MODEL_CONFIG = SimpleNamespace(
    multimodal_config=None,
    enable_prompt_embeds=False,
    model="m",
    tokenizer="m",
    tokenizer_revision=None,
    revision=None,
    code_revision=None,
    trust_remote_code=False,
    hf_config=None,
)


class VllmReference:
    """Follows `OnlineRenderer.render_chat` and `HfRenderer.render_messages`, which themselves need the whole engine."""

    def __init__(self, source: Path, model: Path) -> None:
        EngineSource(source, REAL, ABSENT).install()
        self._params = importlib.import_module("vllm.renderers.params")
        package = importlib.import_module("vllm.renderers")
        for name in ("ChatParams", "TokenizeParams", "merge_kwargs"):
            setattr(package, name, getattr(self._params, name))
        setattr(importlib.import_module("vllm.utils"), "random_uuid", lambda: "0")
        self._refusal = importlib.import_module("vllm.exceptions").VLLMValidationError
        self._chat_utils = importlib.import_module("vllm.renderers.chat_utils")
        self._hf = importlib.import_module("vllm.renderers.hf")
        self._protocol = importlib.import_module("vllm.entrypoints.openai.chat_completion.protocol")
        self._tokenizer = AutoTokenizer.from_pretrained(model)

    def prompt(self, body: dict[str, Any]) -> Prompt | Refused:
        if "messages" not in body:
            return completion(self._tokenizer, body)
        try:
            text = self._render(copy.deepcopy(body))
        except (ValueError, self._refusal) as refusal:
            # Of pydantic and of vLLM's own checks; the server answers both with 400.
            return Refused(str(refusal))
        return Prompt(self._tokenizer.encode(text, add_special_tokens=False), text)

    def _render(self, body: dict[str, Any]) -> str:
        request = self._protocol.ChatCompletionRequest.model_validate(body)
        tools = None if request.tools is None else [tool.model_dump() for tool in request.tools]
        params = request.build_chat_params(None, "auto").with_defaults({"tools": tools, "tokenize": False})
        content_format = self._hf.resolve_chat_template_content_format(
            params.chat_template, tools, "auto", self._tokenizer, model_config=MODEL_CONFIG
        )
        conversation, _, _ = self._chat_utils.parse_chat_messages(
            request.messages, MODEL_CONFIG, content_format=content_format
        )
        return self._hf.safe_apply_chat_template(
            MODEL_CONFIG, self._tokenizer, conversation, **params.get_apply_chat_template_kwargs()
        )
