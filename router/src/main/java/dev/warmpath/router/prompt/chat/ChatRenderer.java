package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.body.JsonObjects;
import dev.warmpath.router.prompt.cache.PromptCache;
import dev.warmpath.router.prompt.tokens.PromptText;
import dev.warmpath.router.prompt.tokens.TooMuchText;
import dev.warmpath.router.template.ChatTemplate;
import dev.warmpath.router.template.ModelTemplates;
import dev.warmpath.router.template.TemplateException;
import dev.warmpath.router.template.TemplateLimits;
import dev.warmpath.router.template.TemplateValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Renders a model's chats to the text that an engine makes of them. Immutable and safe for any number of threads. */
public final class ChatRenderer {

    /**
     * One engine's use of one template.
     *
     * @param reader tells apart who reads messages: the model, its engine and the form of contents
     */
    private record Style(
            ChatDialect dialect, ChatTemplate template, ContentFormat format, boolean knowsDeveloper, long reader)
            implements ChatMessages.Reader {

        Style within(TemplateLimits limits) {
            return new Style(dialect, template.within(limits), format, knowsDeveloper, reader);
        }

        @Override
        public Map<String, Object> read(JsonNode message) throws UnsupportedChat {
            if (!message.path("role").isTextual()) {
                throw new UnsupportedChat("a message without a role");
            }
            Map<String, Object> seen = dialect.message(message, format);
            seen.computeIfPresent("role", (name, role) -> SHARED_ROLES.getOrDefault(role, role));
            return seen;
        }
    }

    /** Each message has a role, and all of them few: one text for all is in the processor's cache. */
    private static final Map<Object, Object> SHARED_ROLES = Map.of(
            "user", "user", "assistant", "assistant", "system", "system", "tool", "tool", "developer", "developer");

    private final Map<Engine, Style> plain = new EnumMap<>(Engine.class);
    private final Map<Engine, Style> withTools = new EnumMap<>(Engine.class);
    private final Map<String, Object> specialTokens;
    private final MessageCache cache;
    private final long model;
    private final boolean harmony;
    private final int mostRead;

    private ChatRenderer(ModelTemplates templates, MessageCache cache, long model) {
        this.cache = cache;
        this.model = model;
        this.specialTokens = templates.specialTokens();
        this.mostRead = Integer.MAX_VALUE;
        String source = templates.source(false).orElse("");
        this.harmony = source.contains("<|channel|>") && source.contains("<|message|>");
        for (Engine engine : Engine.values()) {
            ChatDialect dialect = ChatDialect.of(engine);
            add(plain, engine, dialect, templates, false);
            add(withTools, engine, dialect, templates, true);
        }
    }

    /**
     * Whether the model speaks Harmony (gpt-oss), which vLLM writes by itself for responses, without the template: marks
     * that no other template has.
     */
    public boolean isHarmony() {
        return harmony;
    }

    private ChatRenderer(ChatRenderer other, TemplateLimits limits) {
        this.cache = other.cache;
        this.model = other.model;
        this.specialTokens = other.specialTokens;
        this.harmony = other.harmony;
        this.mostRead = limits.maxRunChars();
        other.plain.forEach((engine, style) -> plain.put(engine, style.within(limits)));
        other.withTools.forEach((engine, style) -> withTools.put(engine, style.within(limits)));
    }

    /**
     * The same with other limits; what one of both remembers of messages, the other knows. No more JSON is read than the
     * template may make characters ({@link TemplateLimits#maxRunChars}).
     */
    public ChatRenderer within(TemplateLimits limits) {
        return new ChatRenderer(this, limits);
    }

    /** Bytes of messages that may be read; what is known need not be. Beyond, there is {@link TooMuchText}. */
    public int mostRead() {
        return mostRead;
    }

    private void add(
            Map<Engine, Style> styles, Engine engine, ChatDialect dialect, ModelTemplates templates, boolean tools) {
        Optional<ChatTemplate> template = templates.select(tools);
        Optional<String> source = templates.source(tools);
        if (template.isPresent() && source.isPresent()) {
            ContentFormat format = dialect.contentFormat(source.get());
            boolean knowsDeveloper = DeveloperRole.isKnownTo(source.get());
            long reader = 4 * model + (engine == Engine.SGLANG ? 2 : 0) + (format == ContentFormat.PARTS ? 1 : 0);
            styles.put(engine, new Style(dialect, template.get(), format, knowsDeveloper, reader));
        }
    }

    /**
     * Reads and compiles a model directory's templates; a directory without one is no error.
     *
     * @throws IOException a file cannot be read, or is not what it should be; names the file
     * @throws TemplateException a template cannot be compiled
     */
    public static ChatRenderer load(Path modelDirectory, TemplateLimits limits) throws IOException, TemplateException {
        return load(modelDirectory, limits, new MessageCache(new PromptCache(0)), 0);
    }

    /**
     * The same, with the messages of earlier chats.
     *
     * @param model from {@link MessageCache#newModel}, the same for all that render this model's chats
     */
    public static ChatRenderer load(Path modelDirectory, TemplateLimits limits, MessageCache cache, long model)
            throws IOException, TemplateException {
        return new ChatRenderer(ModelTemplates.load(modelDirectory, limits), cache, model);
    }

    /**
     * What the engine tokenizes.
     *
     * @throws TooMuchText there is more to be read than {@link #mostRead}
     * @throws TemplateException the template refused or could not render the chat
     * @throws UnsupportedChat the chat, or the lack of a template, leaves open what the engine would make of it
     */
    public RenderedChat render(JsonBody body, Engine engine) throws TemplateException, UnsupportedChat {
        List<Object> tools = ChatDialect.of(engine).tools(body);
        Style style = (tools == null ? plain : withTools).get(engine);
        if (style == null) {
            throw new UnsupportedChat("the model has no chat template");
        }
        ChatMessages chat = messages(body, style);
        List<Map<String, Object>> messages = style.dialect.conversation(chat.seen(), style.knowsDeveloper);
        FinalMessage finalMessage = style.dialect.finalMessage(body, messages);

        Map<String, Object> context = context(body, style);
        context.put("messages", messages);
        return finalMessage.end(PromptText.of(render(style, context, tools), chat.texts()));
    }

    private ChatMessages messages(JsonBody body, Style style) throws UnsupportedChat {
        JsonObjects messages = body.objects("messages");
        if (messages == null) {
            throw new UnsupportedChat("messages is not a list of messages");
        }
        return ChatMessages.of(messages, style.reader, style, cache, mostRead);
    }

    private Map<String, Object> context(JsonBody body, Style style) throws UnsupportedChat {
        Map<String, Object> context = new HashMap<>(specialTokens);
        context.put("documents", TemplateValues.NONE);
        context.putAll(style.dialect.variables(body));
        return context;
    }

    /**
     * The text that the engine tokenizes before the first image, sound or file of a chat. See {@link TextBeforeMedia}.
     *
     * @throws TemplateException the template refused or could not render the chat
     * @throws UnsupportedChat nothing can be told of it
     */
    public String beforeMedia(JsonBody body, Engine engine) throws TemplateException, UnsupportedChat {
        List<Object> tools = ChatDialect.of(engine).tools(body);
        Style style = (tools == null ? plain : withTools).get(engine);
        if (style == null) {
            throw new UnsupportedChat("the model has no chat template");
        }
        TextBeforeMedia text = new TextBeforeMedia(style.format);
        List<Map<String, Object>> marked = new ArrayList<>();
        for (JsonNode message : TemplateVariables.value(body, "messages")) {
            marked.add(style.read(text.marked(message)));
        }
        List<Map<String, Object>> messages = style.dialect.conversation(marked, style.knowsDeveloper);
        var unused = style.dialect.finalMessage(body, messages);

        Map<String, Object> context = context(body, style);
        context.put("messages", messages);
        String withMarks = String.join("", render(style, context, tools));
        context.put("messages", text.asMedia(messages));
        return text.cut(withMarks, String.join("", render(style, context, tools)));
    }

    /**
     * Makes sure that a chat's contents are text, whatever its template would make of them.
     *
     * @throws UnsupportedChat they are not
     */
    public static void requireText(JsonBody body) throws UnsupportedChat {
        for (JsonNode message : TemplateVariables.value(body, "messages")) {
            ContentParts.texts(message.path("content"));
        }
    }

    private static List<String> render(Style style, Map<String, Object> context, @Nullable List<Object> tools)
            throws TemplateException {
        context.put("tools", tools == null ? TemplateValues.NONE : tools);
        try {
            return style.template.renderParts(context);
        } catch (TemplateException e) {
            // What is too long for this thread may be short enough with less of the tools, and another prompt.
            if (e.isLimit() || tools == null || !style.dialect.retriesWithBareFunctions()) {
                throw e;
            }
            context.put("tools", bareFunctions(tools));
            return style.template.renderParts(context);
        }
    }

    private static List<Object> bareFunctions(List<Object> tools) {
        List<Object> functions = new ArrayList<>(tools.size());
        for (Object tool : tools) {
            functions.add(tool instanceof Map<?, ?> map && map.get("function") != null ? map.get("function") : tool);
        }
        return functions;
    }
}
