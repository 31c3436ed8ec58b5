"""Python's jinja2 as Hugging Face tokenizers set it up: the reference that the interpreter is held against."""

import copy
import datetime
import json

import jinja2
import jinja2.exceptions
import jinja2.ext
import jinja2.nodes
import jinja2.sandbox

NOW = datetime.datetime(2026, 11, 30, 9, 5, 7)


class Generation(jinja2.ext.Extension):
    """The tag that marks what the assistant said; it prints its body."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return jinja2.nodes.CallBlock(self.call_method("_body"), [], [], body).set_lineno(line)

    def _body(self, caller):
        return caller()


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(
        value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
    )


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def environment():
    env = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols]
    )
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = lambda format: NOW.strftime(format)
    return env


ENVIRONMENT = environment()


def render(template, context):
    """What the template prints, or None, and the type of the error, or None."""
    try:
        # Old versions let templates change lists, and contexts are shared between cases.
        return ENVIRONMENT.from_string(template).render(**copy.deepcopy(context)), None
    except Exception as e:  # every kind of refusal counts
        return None, type(e).__name__
