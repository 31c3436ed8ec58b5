#!/usr/bin/env python3
"""Writes the template cases beside the tests, or checks that another jinja2 agrees with them. See README.md."""

import argparse
import json
import pathlib

import conversations
import features
import fuzz
import reference

RESOURCES = pathlib.Path(__file__).resolve().parent.parent / "resources" / "template"


def case(name, source, context, **fields):
    expected, error = reference.render(source, context)
    return {"name": name, **fields, "expected": expected, "error": error}


def feature_cases():
    return {
        "contexts": {"features": features.CONTEXT},
        "cases": [
            case(name, template, features.CONTEXT, template=template, use="features")
            for name, template in features.cases()
        ],
    }


def conversation_cases():
    templates = {path.stem: path.read_text() for path in sorted((RESOURCES / "styles").glob("*.jinja"))}
    contexts = conversations.contexts()
    return {
        "templates": templates,
        "contexts": contexts,
        "cases": [
            case(f"{style}/{name}", template, context, template_name=style, use=name)
            for style, template in templates.items()
            for name, context in contexts.items()
        ],
    }


def fuzz_cases(count, seed):
    return {
        "contexts": {"fuzz": fuzz.CONTEXT},
        "cases": [
            case(f"fuzz-{seed}-{number}", template, fuzz.CONTEXT, template=template, use="fuzz")
            for number, template in enumerate(fuzz.templates(count, seed))
        ],
    }


def write(name, cases):
    text = json.dumps(cases, ensure_ascii=True, indent=1)
    (RESOURCES / name).write_text(text + "\n")
    print(f"{name}: {len(cases['cases'])} cases")


def verify():
    different = 0
    for path in sorted(RESOURCES.glob("*.json")):
        root = json.loads(path.read_text())
        for given in root if isinstance(root, list) else root["cases"]:
            context = given.get("context") or root["contexts"][given["use"]]
            template = given["template"] if "template" in given else root["templates"][given["template_name"]]
            expected, error = reference.render(template, context)
            if expected != given["expected"]:
                different += 1
                print(f"{path.name} {given['name']}: {given['expected']!r}, here {expected!r} {error}")
    print(f"{different} cases differ")
    return different


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fuzz", type=int, default=1000, help="how many random templates")
    parser.add_argument("--seed", type=int, default=7, help="what makes them the same again")
    parser.add_argument("--verify", action="store_true", help="check the files against this Python's jinja2")
    parser.add_argument("--fuzz-only", metavar="FILE", help="write only random templates, to this file")
    args = parser.parse_args()
    if args.verify:
        raise SystemExit(1 if verify() else 0)
    if args.fuzz_only:
        pathlib.Path(args.fuzz_only).write_text(json.dumps(fuzz_cases(args.fuzz, args.seed)))
        return
    write("features.json", feature_cases())
    write("conversations.json", conversation_cases())
    write("fuzz.json", fuzz_cases(args.fuzz, args.seed))


if __name__ == "__main__":
    main()
