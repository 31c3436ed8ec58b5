package dev.warmpath.router.doctor.catalogue;

/** What can be wrong with turning prompts into the engine's tokens. */
@SuppressWarnings("ImmutableEnumChecker") // texts are a record of strings
public enum PromptCheck implements CheckName {
    TOKENIZER_MISSING(new CheckText(
            "Text prompts come for a model without a tokenizer: they are routed by load alone",
            "`warmpath_prompts_unhashed_total{reason=\"no_tokenizer\"}` grows",
            "clients send token ids only",
            "Set `models[].tokenizer` to the model's directory, or `remote_tokenizer: true`")),
    TOKENIZER_FAILED(new CheckText(
            "A model's tokenizer or chat template could not be loaded, or a worker's `/tokenize` fails: text prompts are"
                    + " routed by load alone",
            "the router's log at its start; `warmpath tokens --model DIR`",
            "single prompts fail: see `template_failed`",
            "Correct what the error names: a missing `tokenizer.json`, or a template that uses what this router does not"
                    + " know; `remote_tokenizer: true` asks the workers instead")),
    TEMPLATE_FAILED(new CheckText(
            "The chat template refuses or cannot render some requests: they are routed by load alone",
            "`warmpath tokens` with such a request",
            "the template refuses what the engine refuses too, and clients get a 400",
            "Compare the model directory with the engine's; with `remote_tokenizer: true` the workers render")),
    TOKENIZER_OVERLOADED(new CheckText(
            "Prompts wait too long for a tokenizer thread, or need more memory than it may have, and go without"
                    + " hashes",
            "`warmpath_prompts_unhashed_total`, reasons `tokenizer_busy`, `tokenizer_timeout` and `tokenizer_memory`",
            "a burst is over",
            "Raise `prompt.threads` where there are cores, or `prompt.queue` and `prompt.timeout`; for memory see"
                    + " `prompt.native_memory`")),
    CONTENT_UNCREDITED(new CheckText(
            "Requests hold images, audio or other content, or are longer than `prompt.max_prompt_chars`: they are routed by load"
                    + " alone",
            "`warmpath_prompts_unhashed_total`, reasons `unsupported_content` and `prompt_too_long`",
            "LoRA adapters and cache salts, which have namespaces of their own",
            "Nothing is broken. A pool of its own for such traffic keeps it from disturbing the rest")),
    CHATS_UNMATCHED(new CheckText(
            "One model's workers run different engines; chats are prepared as one of them does and may not match what"
                    + " the others hold",
            "`chats_unmatched` in `GET /admin/workers`",
            "only completions or token ids are sent",
            "Serve a model with one engine, or under one name per engine")),
    TOKENS_DIFFER(new CheckText(
            "The engine counts other prompt tokens than the router, so its blocks have other hashes and nothing is ever"
                    + " credited",
            "`feedback.tokens_differ` in `GET /admin/workers`; `warmpath tokens` against the engine's `/tokenize`",
            "requests with several prompts, images or tools that only the engine expands",
            "Use the engine's own model directory, chat template and template arguments, or `remote_tokenizer: true`"));

    private final CheckText text;

    PromptCheck(CheckText text) {
        this.text = text;
    }

    @Override
    public CheckText text() {
        return text;
    }
}
