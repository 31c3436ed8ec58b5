"""Conversations as engines hand them to chat templates."""

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "Weather for a place <today> & \"tomorrow\" - für Zürich",
            "parameters": {
                "type": "object",
                "properties": {
                    "city": {"type": "string", "description": "Where"},
                    "unit": {"type": "string", "enum": ["c", "f"], "default": "c"},
                    "days": {"type": "integer", "default": 3},
                    "detail": {"type": "array", "items": {"type": "string"}},
                    "at": {
                        "type": "object",
                        "properties": {"hour": {"type": "number"}, "exact": {"type": "boolean"}},
                        "required": ["hour"],
                    },
                    "where": {"oneOf": [{"type": "string", "default": "here"}, {"type": "number", "description": "id"}]},
                    "kind": {"type": ["string", "null"]},
                },
                "required": ["city"],
            },
        },
    },
    {"type": "function", "function": {"name": "now", "description": "The time", "parameters": {"type": "object"}}},
]

SYSTEM = {"role": "system", "content": "Be brief.\n"}
USER = {"role": "user", "content": " What is up? "}
ANSWER = {"role": "assistant", "content": "Not much."}
MORE = {"role": "user", "content": "And <b>there</b>? “quoted” 'q' 😀"}


def call(arguments, **more):
    function = {"name": "get_weather", "arguments": arguments}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "abcdefghi", "type": "function", "function": function}],
        **more,
    }


RESULT = {"role": "tool", "content": "{\"temp\": 3.5}", "tool_call_id": "abcdefghi"}


def contexts():
    """By name; each is all that a template gets."""
    base = {"bos_token": "<s>", "eos_token": "</s>", "add_generation_prompt": True}

    def chat(*messages, **more):
        return {**base, "messages": list(messages), **more}

    two_calls = call({"city": "Oslo"})
    two_calls["tool_calls"].append(
        {"id": "123456789", "type": "function", "function": {"name": "now", "arguments": {}}}
    )
    parts = [{"type": "text", "text": "Look: "}, {"type": "image_url", "image_url": {"url": "x"}}, {"type": "text", "text": "what?"}]
    return {
        "one": chat(USER),
        "system": chat(SYSTEM, USER),
        "turns": chat(SYSTEM, USER, ANSWER, MORE),
        "many": chat(SYSTEM, *[m for i in range(6) for m in ({"role": "user", "content": f"Q{i}"}, {"role": "assistant", "content": f"A{i}"})], USER),
        "no-prompt": chat(USER, ANSWER, add_generation_prompt=False),
        "continue": chat(USER, {"role": "assistant", "content": "It is"}, add_generation_prompt=False, continue_final_message=True),
        "tools": chat(SYSTEM, USER, tools=TOOLS),
        "tools-none": chat(USER, tools=None),
        "tools-empty": chat(USER, tools=[]),
        "tools-turns": chat(SYSTEM, USER, ANSWER, MORE, tools=TOOLS),
        "call-dict": chat(USER, call({"city": "Zürich", "days": 2, "f": 1.0, "n": None, "t": True}), RESULT, tools=TOOLS),
        "call-string": chat(USER, call("{\"city\": \"Zürich\"}"), RESULT, ANSWER, MORE, tools=TOOLS),
        "call-two": chat(USER, two_calls, RESULT, {**RESULT, "tool_call_id": "123456789", "content": "12:00"}, tools=TOOLS),
        "call-only": chat(USER, call({"city": "Rome"}), tools=TOOLS, add_generation_prompt=False),
        "call-thinking": chat(USER, call({"city": "Rome"}, thinking="Look it up."), RESULT, tools=TOOLS),
        "call-content": chat(USER, call({}, content="Let me see."), RESULT, ANSWER, tools=TOOLS),
        "call-both": chat(USER, call({}, content="Let me see.", thinking="hm"), RESULT, tools=TOOLS),
        "call-bad-id": chat(USER, {**call({}), "tool_calls": [{"id": "short", "function": {"name": "now", "arguments": {}}}]}, tools=TOOLS),
        "result-first": chat(USER, RESULT, tools=TOOLS),
        "thinking-on": chat(SYSTEM, USER, enable_thinking=True, thinking=True, reasoning_effort="high"),
        "thinking-off": chat(SYSTEM, USER, enable_thinking=False),
        "thought": chat(USER, {"role": "assistant", "content": "<think>\nhm, \n</think>\n\nYes."}, MORE),
        "thought-field": chat(USER, {"role": "assistant", "content": "Yes.", "thinking": "hm", "reasoning_content": "hm"}, add_generation_prompt=False),
        "channel-marks": chat(USER, {"role": "assistant", "content": "<|channel|>analysis<|message|>x"}, MORE),
        "parts": chat({"role": "system", "content": [{"type": "text", "text": "Sys."}]}, {"role": "user", "content": parts}),
        "parts-odd": chat({"role": "user", "content": [{"type": "audio", "audio": "x"}]}),
        "developer": chat({"role": "developer", "content": "Dev."}, USER, model_identity="You are Me."),
        "two-systems": chat(SYSTEM, {"role": "system", "content": "Twice."}, USER),
        "two-users": chat(USER, MORE),
        "assistant-first": chat(ANSWER, USER),
        "unicode": chat({"role": "user", "content": "👨\u200d👩\u200d👧 é\u0301 \u00a0\u3000 ﷽ \u202e𝔘 \r\n\ttab"}, {"role": "assistant", "content": "\u2028ok\u2029 "}, MORE),
        "empty": chat({"role": "user", "content": ""}, {"role": "assistant", "content": ""}, {"role": "user", "content": ""}),
        "blank": chat({"role": "user", "content": " \n\t "}),
        "none-content": chat({"role": "user", "content": None}),
        "no-content": chat({"role": "user"}),
        "no-role": chat({"content": "x"}),
        "no-messages": chat(),
        "messages-missing": {**base},
        "number-content": chat({"role": "user", "content": 5}),
        "odd-role": chat({"role": "wizard", "content": "x"}),
        "no-tokens": {"messages": [SYSTEM, USER, ANSWER, MORE]},
        "tool-without-description": chat(USER, tools=[{"type": "function", "function": {"name": "f", "parameters": {"properties": {}}}}]),
        "template-in-content": chat({"role": "user", "content": "{{ 7 * 7 }} {% if %} {# x #} %s %d {0}"}),
    }
