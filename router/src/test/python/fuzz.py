"""Random small templates from a grammar: many are refused, and that must be found out alike."""

import random

CONTEXT = {
    "n": 5,
    "f": 2.5,
    "s": "Hello World",
    "e": "",
    "u": "aé😀ß z",
    "t": True,
    "z": None,
    "l": [3, 1, 2],
    "w": ["b", "A", "c", "a"],
    "d": {"a": 1, "B": "two", "c": [1, 2]},
    "m": [
        {"role": "user", "content": "hi", "k": 2},
        {"role": "assistant", "content": None, "k": 1},
        {"role": "tool", "content": "x\ny", "k": 3},
    ],
}

STRINGS = ["''", "'a'", "'b c'", "' x '", "'a,b'", "'A-b c'", "'12'", "'3.5'", "'é😀'", "'%s'", "'l\\nm'", "'<i>'", "\"q'q\""]
NUMBERS = ["0", "1", "2", "3", "-1", "7", "10", "1.5", "0.5", "2.0", "-2.5", "100000000000000000000"]
NAMES = ["n", "f", "s", "e", "u", "t", "z", "l", "w", "d", "m", "nope"]
BINARY = ["+", "-", "*", "/", "//", "%", "~"]
EXPONENTS = ["0", "1", "2", "3", "-1", "true", "nope", "s"]
COMPARE = ["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
TESTS = [
    "defined", "undefined", "none", "string", "number", "integer", "float", "boolean", "true", "false", "mapping",
    "iterable", "sequence", "odd", "even", "lower", "upper", "callable", "divisibleby 2", "divisibleby(3)", "eq 1",
    "in l", "in s", "gt 1", "ne 'a'", "sameas none", "sameas true", "lt(3)", "equalto 'a'",
]
FILTERS = [
    "abs", "batch(2)|list", "capitalize", "center(9)", "count", "default('D')", "default('D', true)", "dictsort",
    "first", "float", "groupby('role')", "indent", "indent(2, true)", "int", "int(7)", "items|list", "join", "join('-')",
    "join(',', attribute='k')", "last", "length", "list", "lower", "map('upper')|list", "map(attribute='role')|list",
    "map('length')|list", "map('string')|join('+')", "max", "min", "reject('none')|list", "rejectattr('content')|list",
    "replace('a', 'Z')", "replace('', '.')", "reverse|list", "round", "round(1)", "select|list", "select('odd')|list",
    "selectattr('content')|list", "selectattr('k', 'gt', 1)|list", "slice(2)|list", "sort", "sort(reverse=true)",
    "sort(attribute='k')", "string", "striptags", "sum", "sum(attribute='k')", "title", "tojson", "tojson(indent=2)",
    "trim", "truncate(5)", "truncate(6, true, '~', 0)", "unique|list", "upper", "urlencode", "wordcount",
    "tojson(sort_keys=true)", "d", "attr('k')", "max(attribute='k')", "unique(attribute='role')|list",
    "format(1)", "xmlattr",
]
METHODS = [
    "upper()", "lower()", "strip()", "split()", "split(',')", "split('l', 1)", "rsplit(' ', 1)", "replace('l', 'L')",
    "startswith('H')", "endswith('d')", "find('o')", "rfind('o')", "count('l')", "title()", "capitalize()", "swapcase()",
    "isdigit()", "isalpha()", "isupper()", "islower()", "isspace()", "lstrip('H')", "rstrip('d')", "zfill(7)",
    "center(8, '*')", "ljust(6)", "rjust(6)", "partition(' ')", "rpartition('o')", "splitlines()", "join(w)",
    "items()|list", "keys()|list", "values()|list", "get('a')", "get('q', 9)", "index(1)", "copy()", "format(1)",
    "removeprefix('He')", "removesuffix('ld')", "expandtabs(4)", "istitle()", "isalnum()", "isnumeric()", "append(1)",
    "role", "a", "content", "index('a')", "casefoldx()", "isprintable()",
]
SUBSCRIPTS = [
    "[0]", "[-1]", "[9]", "['a']", "['role']", "[1:]", "[:2]", "[::-1]", "[-2:]", "[::2]", "[1:-1]", "[n]", "[:n]",
    "[5:1:-2]", "[true]", "[none]", ".0", "[-9:9]",
]


class Grammar:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.choose = self.random.choice

    def expression(self, depth):
        if depth <= 0 or self.random.random() < 0.1:
            return self.choose([self.choose(NAMES), self.choose(NUMBERS), self.choose(STRINGS), self.choose(NAMES)])
        kind = self.random.randrange(16)
        inner = lambda: self.expression(depth - 1)
        if self.random.random() < 0.02:
            return f"{inner()} ** {self.choose(EXPONENTS)}"  # no large ones: Python would compute them
        if kind < 3:
            return f"{inner()} {self.choose(BINARY)} {inner()}"
        if kind == 3:
            return f"({inner()})"
        if kind == 4:
            return f"{inner()} {self.choose(COMPARE)} {inner()}"
        if kind == 5:
            return f"{inner()} {self.choose(['and', 'or'])} {inner()}"
        if kind == 6:
            return f"not {inner()}"
        if kind < 10:
            return f"{inner()}|{self.choose(FILTERS)}"
        if kind == 10:
            return f"{inner()} is {self.choose(['', 'not '])}{self.choose(TESTS)}"
        if kind == 11:
            return f"({inner()}).{self.choose(METHODS)}"
        if kind == 12:
            # Jinja folds constants, and slices what has no slices to nothing instead of an error: not worth following.
            sliced = self.choose(NAMES) if self.random.random() < 0.7 else f"(({inner()}) ~ '')"
            return sliced + self.choose(SUBSCRIPTS)
        if kind == 13:
            return f"{inner()} if {inner()}" + (f" else {inner()}" if self.random.random() < 0.7 else "")
        if kind == 14:
            items = ", ".join(inner() for _ in range(self.random.randrange(4)))
            return self.choose([f"[{items}]", f"({items},)" if items else "()"])
        return "{" + ", ".join(f"{self.choose(STRINGS)}: {inner()}" for _ in range(self.random.randrange(3))) + "}"

    def tag(self, text):
        """A block tag with random white-space control and white space around."""
        left, right = self.choose(["", "", "-", "+"]), self.choose(["", "", "-", "+"])
        before, after = self.choose(["", "", " ", "\n", "\n  "]), self.choose(["", "", " ", "\n", "\n\n"])
        return f"{before}{{%{left} {text} {right}%}}{after}"

    def printed(self, depth):
        left, right = self.choose(["", "", "-"]), self.choose(["", "", "-"])
        return f"{{{{{left} {self.expression(depth)} {right}}}}}"

    def statement(self, depth):
        kind = self.random.randrange(12)
        if depth <= 0 or kind < 4:
            return self.choose([self.printed(2), self.printed(1), "text ", " \n", "{# c #}\n"])
        body = lambda: self.body(depth - 1)
        if kind < 6:
            other = self.tag("else") + body() if self.random.random() < 0.5 else ""
            middle = self.tag(f"elif {self.expression(1)}") + body() if self.random.random() < 0.3 else ""
            return self.tag(f"if {self.expression(1)}") + body() + middle + other + self.tag("endif")
        if kind < 8:
            target = self.choose(["x", "x", "n", "i", "a, b"])
            source = self.choose(["l", "w", "m", "d", "s", "d.items()", "range(3)", "nope", "l[::-1]", "[]", "m[1:]"])
            condition = f" if {self.expression(1)}" if self.random.random() < 0.2 else ""
            other = self.tag("else") + body() if self.random.random() < 0.3 else ""
            extra = self.choose(["", "", "{{ x }}", "{{ loop.index }}", "{{ loop.last }}", "{{ loop.nextitem }}", "{{ loop.length }}"])
            leave = self.choose(["", "", "", "{% break %}", "{% if loop.first %}{% continue %}{% endif %}"])
            return self.tag(f"for {target} in {source}{condition}") + extra + leave + body() + other + self.tag("endfor")
        if kind == 8:
            return self.tag(f"set {self.choose(['x', 'n', 's', 'y', 'a, b'])} = {self.expression(2)}")
        if kind == 9:
            return self.tag(f"set {self.choose(['x', 'y', 's'])}") + body() + self.tag("endset") + "{{ x }}{{ y }}"
        if kind == 10:
            name = self.choose(["f1", "f2"])
            call = self.choose(["()", "(1)", "(1, 2)", "(n, b='q')", "(x)"])
            return self.tag(f"macro {name}(x, b={self.expression(0)})") + body() + "{{ x }}{{ b }}" + self.tag("endmacro") + f"{{{{ {name}{call} }}}}"
        return self.choose(
            [
                self.tag(f"with x = {self.expression(1)}") + body() + self.tag("endwith"),
                self.tag(f"filter {self.choose(['upper', 'trim', 'indent', 'title', 'length'])}") + body() + self.tag("endfilter"),
                self.tag("generation") + body() + self.tag("endgeneration"),
            ]
        )

    def body(self, depth):
        return "".join(self.statement(depth) for _ in range(self.random.randrange(1, 4)))


def templates(count, seed):
    """As many templates; half of them one expression, half with statements."""
    grammar = Grammar(seed)
    for number in range(count):
        yield grammar.printed(3) if number % 2 else grammar.body(3)
