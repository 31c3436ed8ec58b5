package dev.warmpath.router.prompt.chat;

import static dev.warmpath.config.settings.workers.Engine.SGLANG;
import static dev.warmpath.config.settings.workers.Engine.VLLM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.template.TemplateException;
import dev.warmpath.router.template.TemplateLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a template sees of a request, by engine. The templates here print their variables. Expected values follow the
 * engines' sources (named at {@link VllmChat} and {@link SglangChat}). Quotes in requests are single, for the eye.
 */
class ChatRendererTest {

    private static final String SHOW_MESSAGES = "{{ messages | tojson }}";

    @TempDir
    Path directory;

    @BeforeEach
    void showMessages() throws IOException {
        template(SHOW_MESSAGES);
    }

    private void template(String source) throws IOException {
        Files.writeString(directory.resolve("chat_template.jinja"), source);
    }

    private String render(Engine engine, String members) throws UnsupportedChat {
        try {
            String body = "{" + members.replace('\'', '"') + "}";
            RenderedChat chat = ChatRenderer.load(directory, TemplateLimits.of(PromptSettings.defaults()))
                    .render(JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)), engine);
            String behind = chat.continued().isEmpty() ? "" : " + " + chat.continued();
            return (chat.text() + behind).replace('"', '\'');
        } catch (IOException | TemplateException | BadRequest e) {
            throw new AssertionError(e);
        }
    }

    private String messages(Engine engine, String messages) throws UnsupportedChat {
        return render(engine, "'messages':[" + messages + "]");
    }

    @ParameterizedTest
    @EnumSource
    void plainMessagesPassWithTheirRoleAndContentOnly(Engine engine) throws UnsupportedChat {
        assertThat(messages(engine, "{'content':'hi','unknown':1,'role':'user'},{'role':'system','content':'é'}"))
                .isEqualTo("[{'role': 'user', 'content': 'hi'}, {'role': 'system', 'content': 'é'}]");
    }

    @Test
    void vllmJoinsTextPartsByALineFeedAndSglangByASpace() throws UnsupportedChat {
        String parts = "{'role':'user','content':[{'type':'text','text':'one'},{'type':'text','text':'two'}]}";

        assertThat(messages(VLLM, parts)).isEqualTo("[{'role': 'user', 'content': 'one\\ntwo'}]");
        assertThat(messages(SGLANG, parts)).isEqualTo("[{'role': 'user', 'content': 'one two'}]");
    }

    @Test
    void aTemplateThatWantsPartsGetsThemFromVllmAlwaysAndFromSglangWhereTheClientSentParts()
            throws IOException, UnsupportedChat {
        template(SHOW_MESSAGES
                + "{% for message in messages %}{% for part in message.content %}{% endfor %}{% endfor %}");
        String both = "{'role':'user','content':'one'},{'role':'user','content':[{'type':'text','text':'two','x':1}]}";

        assertThat(messages(VLLM, both))
                .isEqualTo("[{'role': 'user', 'content': [{'type': 'text', 'text': 'one'}]}, "
                        + "{'role': 'user', 'content': [{'type': 'text', 'text': 'two'}]}]");
        assertThat(messages(SGLANG, both))
                .isEqualTo("[{'role': 'user', 'content': 'one'}, "
                        + "{'role': 'user', 'content': [{'type': 'text', 'text': 'two'}]}]");
        String tool =
                "{'role':'tool','tool_call_id':'1','content':[{'type':'text','text':'a'},{'type':'text','text':'b'}]}";
        assertThat(messages(VLLM, tool)).isEqualTo("[{'role': 'tool', 'content': 'a\\nb', 'tool_call_id': '1'}]");
        assertThat(messages(SGLANG, tool + ",{'role':'user','content':''}"))
                .startsWith("[{'role': 'tool', 'content': 'a b', 'tool_call_id': '1'}");
    }

    private String beforeMedia(Engine engine, String messages) throws UnsupportedChat {
        try {
            String body = ("{'messages':[" + messages + "]}").replace('\'', '"');
            return ChatRenderer.load(directory, TemplateLimits.of(PromptSettings.defaults()))
                    .beforeMedia(JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)), engine);
        } catch (IOException | TemplateException | BadRequest e) {
            throw new AssertionError(e);
        }
    }

    private static final String SEEN =
            "{'role':'system','content':'S'},{'role':'user','content':[{'type':'text','text':'a'},"
                    + "{'type':'image_url','image_url':{'url':'x'}},{'type':'text','text':'b'}]},{'role':'assistant','content':'c'}";

    /** Scenario 29. */
    @Test
    void textEndsAtTheFirstImageWhereTheTemplatePrintsParts() throws IOException, UnsupportedChat {
        template(
                "{% for message in messages %}<{{ message.role }}>{% if message.content is string %}{{ message.content }}"
                        + "{% else %}{% for part in message.content %}{% if part.type == 'text' %}{{ part.text }}{% else %}<image>"
                        + "{% endif %}{% endfor %}{% endif %}{% endfor %}");
        for (Engine engine : Engine.values()) {
            assertThat(beforeMedia(engine, SEEN)).isEqualTo("<system>S<user>a");
        }
    }

    @Test
    void textEndsBeforeTheContentWhereTheTemplateWantsStrings() throws IOException, UnsupportedChat {
        template("{% for message in messages %}<{{ message.role }}>{{ message.content }}{% endfor %}");
        for (Engine engine : Engine.values()) {
            assertThat(beforeMedia(engine, SEEN)).isEqualTo("<system>S<user>");
        }
    }

    /** A template may say something else from its start on, as soon as there is an image anywhere. */
    @Test
    void textEndsWhereTheImageMakesTheTemplateSaySomethingElse() throws IOException, UnsupportedChat {
        template(
                "{% set ns = namespace(any=false) %}{% for message in messages %}{% for part in message.content %}"
                        + "{% if part.type == 'image' %}{% set ns.any = true %}{% endif %}{% endfor %}{% endfor %}"
                        + "{{ 'begin ' }}{{ 'seeing' if ns.any else 'blind' }}"
                        + "{% for message in messages %}{% for part in message.content %}{{ part.text }}{% endfor %}{% endfor %}");
        assertThat(beforeMedia(VLLM, SEEN)).isEqualTo("begin ");
    }

    @Test
    void aMissingContentIsEmpty() throws UnsupportedChat {
        assertThat(messages(VLLM, "{'role':'user','content':null},{'role':'user'}"))
                .isEqualTo("[{'role': 'user', 'content': ''}, {'role': 'user', 'content': ''}]");
        assertThat(messages(SGLANG, "{'role':'user','content':null}")).isEqualTo("[{'role': 'user', 'content': ''}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'type':'image_url','image_url':{'url':'x'}}]",
                "[{'type':'text','text':'a'},{'type':'input_audio'}]",
                "[{'type':'text'}]",
                "[{'text':'no type'}]",
                "[{'type':'text','text':'a','uuid':'u'}]",
                "[7]",
                "7",
                "{}"
            })
    void contentThatIsNotTextIsRefused(String content) {
        for (Engine engine : Engine.values()) {
            assertThatThrownBy(() -> messages(engine, "{'role':'user','content':" + content + "}"))
                    .isInstanceOf(UnsupportedChat.class);
        }
    }

    @Test
    void toolCallsHaveTheOrderOfTheEnginesModelAndTheirArgumentsRead() throws UnsupportedChat {
        String call = "{'role':'assistant','content':null,'tool_calls':[{'type':'function','id':'c1','function':"
                + "{'name':'f','arguments':'{\\'b\\': 1.0, \\'a\\': [null]}'}}]},{'role':'user','content':''}";

        assertThat(messages(VLLM, call))
                .startsWith("[{'role': 'assistant', 'content': '', 'tool_calls': [{'id': 'c1', 'function': "
                        + "{'arguments': {'b': 1.0, 'a': [null]}, 'name': 'f'}, 'type': 'function'}]}");
        assertThat(messages(SGLANG, call))
                .startsWith("[{'role': 'assistant', 'content': '', 'tool_calls': [{'id': 'c1', 'index': null, "
                        + "'type': 'function', 'function': {'name': 'f', 'arguments': {'b': 1.0, 'a': [null]}}}]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'not json'", "''", "'{\\'a\\':1} x'", "null", "7"})
    void argumentsThatAreNotJsonAreEmptyForVllm(String arguments) throws UnsupportedChat {
        assertThat(messages(
                        VLLM,
                        "{'role':'assistant','tool_calls':[{'function':{'name':'f','arguments':" + arguments + "}}]}"))
                .contains("{'arguments': {}, 'name': 'f'}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'not json'", "''", "'[1]'"})
    void argumentsThatAreNotAnObjectAreAnErrorToSglang(String arguments) {
        assertThatThrownBy(() -> messages(
                        SGLANG,
                        "{'role':'assistant','tool_calls':[{'function':{'name':'f','arguments':" + arguments + "}}]}"))
                .isInstanceOf(UnsupportedChat.class);
    }

    @Test
    void argumentsTooDeepToReadAreNotTakenForEmpty() {
        String deep = "[".repeat(5000) + "]".repeat(5000);

        assertThatThrownBy(() -> messages(
                        VLLM,
                        "{'role':'assistant','tool_calls':[{'function':{'name':'f','arguments':'" + deep + "'}}]}"))
                .isInstanceOf(UnsupportedChat.class);
    }

    @Test
    void reasoningNamesAndIdsPassWhereTheEngineKnowsThem() throws UnsupportedChat {
        String history = "{'role':'assistant','content':'a','reasoning_content':'r','tool_calls':[]},"
                + "{'role':'tool','content':'t','tool_call_id':'c1','name':'f'},{'role':'user','content':'u','name':'n'}";

        assertThat(messages(VLLM, history))
                .isEqualTo("[{'role': 'assistant', 'content': 'a', 'reasoning': 'r', 'reasoning_content': 'r'}, "
                        + "{'role': 'tool', 'content': 't', 'tool_call_id': 'c1', 'name': 'f'}, "
                        + "{'role': 'user', 'content': 'u', 'name': 'n'}]");
        assertThat(messages(SGLANG, history))
                .isEqualTo("[{'role': 'assistant', 'content': 'a', 'reasoning_content': 'r', 'tool_calls': []}, "
                        + "{'role': 'tool', 'content': 't', 'tool_call_id': 'c1', 'name': 'f'}, "
                        + "{'role': 'user', 'content': 'u'}]");
    }

    /** Scenario 25. */
    @Test
    void toolsAreWrittenOutAsTheEnginesModelHasThem() throws IOException, UnsupportedChat {
        template("{{ tools | tojson }}");
        String tools = "'messages':[{'role':'user','content':''}],'tools':[{'function':{'parameters':{'z':1,'a':2},"
                + "'name':'f','more':true},'type':'function','cache':1}]";

        assertThat(render(VLLM, tools))
                .isEqualTo("[{'type': 'function', 'function': {'name': 'f', 'description': null, "
                        + "'parameters': {'z': 1, 'a': 2}}}]");
        assertThat(render(SGLANG, tools))
                .as("in the client's order, what it left out at the end")
                .isEqualTo("[{'type': 'function', 'function': {'parameters': {'z': 1, 'a': 2}, 'name': 'f', "
                        + "'description': null}, 'defer_loading': null}]");
        String strict = tools.replace("'more':true", "'strict':false");
        assertThat(render(VLLM, strict)).contains("'a': 2}, 'strict': false}}");
        assertThat(render(SGLANG, strict)).contains("'name': 'f', 'strict': false, 'description': null}");
        assertThat(render(VLLM, tools + ",'tool_choice':'none'")).startsWith("[{");
        assertThat(render(SGLANG, tools + ",'tool_choice':'none'")).isEqualTo("null");
        assertThat(render(SGLANG, tools + ",'tool_choice':{'type':'function','function':{'name':'g'}}"))
                .isEqualTo("[]");
        assertThatThrownBy(() -> render(VLLM, "'messages':[],'tools':[{'type':'web_search'}]"))
                .isInstanceOf(UnsupportedChat.class);
    }

    @Test
    void sglangTriesOnceMoreWithBareFunctions() throws IOException, UnsupportedChat {
        template("{% for tool in tools %}{{ tool.name + '!' }}{% endfor %}");
        String tools =
                "'messages':[{'role':'user','content':''}],'tools':[{'type':'function','function':{'name':'f'}}]";

        assertThat(render(SGLANG, tools)).isEqualTo("f!");
        assertThatThrownBy(() -> render(VLLM, tools)).hasCauseInstanceOf(TemplateException.class);
    }

    @Test
    void aTemplateOfItsOwnForToolsIsUsedWithTools() throws IOException, UnsupportedChat {
        Files.createDirectories(directory.resolve("additional_chat_templates"));
        Files.writeString(directory.resolve("additional_chat_templates/tool_use.jinja"), "with tools");

        assertThat(render(VLLM, "'messages':[{'role':'user'}],'tools':[]")).isEqualTo("with tools");
        assertThat(render(VLLM, "'messages':[{'role':'user'}]")).startsWith("[{");
    }

    @Test
    void aTemplateSeesTheSameVariablesAsInTheEngine() throws IOException, UnsupportedChat {
        template("{{ [add_generation_prompt, documents, tools, bos_token, enable_thinking is defined, "
                + "reasoning_effort is defined] | tojson }}");
        Files.writeString(directory.resolve("tokenizer_config.json"), "{\"bos_token\":\"<s>\"}");
        String hi = "'messages':[{'role':'user','content':'hi'}]";

        assertThat(render(VLLM, hi)).isEqualTo("[true, null, null, '<s>', false, false]");
        assertThat(render(SGLANG, hi)).isEqualTo("[true, null, null, '<s>', false, false]");
        String more = hi + ",'add_generation_prompt':false,'documents':[{'title':'t'}],'reasoning_effort':'low'";
        assertThat(render(VLLM, more)).isEqualTo("[false, [{'title': 't'}], null, '<s>', true, true]");
        assertThat(render(SGLANG, more))
                .as("knows neither of the first two")
                .isEqualTo("[true, null, null, '<s>', true, true]");
        String own = hi + ",'chat_template_kwargs':{'bos_token':'B','documents':[],'enable_thinking':null}";
        assertThat(render(VLLM, own)).isEqualTo("[true, [], null, 'B', true, false]");
        assertThat(render(SGLANG, own)).isEqualTo("[true, [], null, 'B', true, false]");
    }

    @Test
    void reasoningEffortBecomesThinkingUnlessTheClientSaysSoItself() throws IOException, UnsupportedChat {
        template("{{ enable_thinking }}");
        String hi = "'messages':[{'role':'user','content':'hi'}]";

        for (Engine engine : Engine.values()) {
            assertThat(render(engine, hi + ",'reasoning_effort':'none'")).isEqualTo("False");
            assertThat(render(engine, hi + ",'reasoning_effort':'high'")).isEqualTo("True");
            assertThat(render(
                            engine, hi + ",'reasoning_effort':'high','chat_template_kwargs':{'enable_thinking':false}"))
                    .isEqualTo("False");
        }
        template("{{ thinking }}");
        assertThat(render(SGLANG, hi + ",'reasoning_effort':'none'")).isEqualTo("False");
        for (String odd : new String[] {"'reasoning_effort':0.5", "'reasoning':{'enabled':true}"}) {
            assertThatThrownBy(() -> render(SGLANG, hi + "," + odd)).isInstanceOf(UnsupportedChat.class);
        }
    }

    @Test
    void vllmMakesSystemMessagesOfDeveloperOnesWhereTheTemplateDoesNotKnowThem() throws IOException, UnsupportedChat {
        String chat = "{'role':'developer','content':'a','tools':[]},{'role':'user','content':'hi'}";

        assertThat(messages(VLLM, chat))
                .isEqualTo("[{'role': 'system', 'content': 'a'}, {'role': 'user', 'content': 'hi'}]");
        assertThat(messages(VLLM, "{'role':'system','content':'s'}," + chat + ",{'role':'developer','content':''}"))
                .as("one system message, at the start")
                .isEqualTo("[{'role': 'system', 'content': 's\\n\\na'}, {'role': 'user', 'content': 'hi'}]");
        assertThat(messages(SGLANG, chat)).contains("'developer'");

        template("{# 'developer' #}" + SHOW_MESSAGES);
        assertThat(messages(VLLM, chat)).contains("'developer'");
    }

    @Test
    void vllmLeavesOutEmptyPartsWhereItJoinsThem() throws UnsupportedChat {
        String empty = "{'role':'user','content':[{'type':'text','text':''},{'type':'text','text':'b'}]}";

        assertThat(messages(VLLM, empty)).isEqualTo("[{'role': 'user', 'content': 'b'}]");
        assertThat(messages(SGLANG, empty)).isEqualTo("[{'role': 'user', 'content': ' b'}]");
    }

    @Test
    void vllmLeavesOutTheBillingLineOfASystemMessage() throws UnsupportedChat {
        String line = "x-anthropic-billing-header: cch=1";

        assertThat(messages(VLLM, "{'role':'system','content':'" + line + "\\nbe kind'}"))
                .contains("'be kind'");
        assertThat(messages(VLLM, "{'role':'system','content':'" + line + "'}")).contains("'content': ''");
        assertThat(messages(VLLM, "{'role':'user','content':'" + line + "'}")).contains(line);
        assertThat(messages(SGLANG, "{'role':'system','content':'" + line + "'}"))
                .contains(line);
    }

    @Test
    void theLastMessageIsLeftOpenAtTheEndOfItsOwnText() throws IOException, UnsupportedChat {
        String open = "'continue_final_message':true,'add_generation_prompt':false,"
                + "'messages':[{'role':'user','content':'go'},{'role':'assistant','content':'and so  '}]";

        template("{% for m in messages %}<{{ m.role }}>{{ m.content }}</>{% endfor %}");
        assertThat(render(VLLM, open)).isEqualTo("<user>go</><assistant>and so  ");
        assertThat(render(SGLANG, open))
                .as("rendered without it, then put behind the prompt's tokens")
                .isEqualTo("<user>go</> + and so  ");

        template("{% for m in messages %}<{{ m.role }}>{{ m.content | trim }}</>{% endfor %}");
        assertThat(render(VLLM, open)).as("trimmed by the template").isEqualTo("<user>go</><assistant>and so");

        template("{% for m in messages %}{% for p in m.content %}{{ p.text }}|{% endfor %}{% endfor %}");
        assertThat(render(VLLM, open)).isEqualTo("go|and so  ");

        template("{% for m in messages %}{{ m.role }}{% endfor %}");
        assertThatThrownBy(() -> render(VLLM, open))
                .isInstanceOf(UnsupportedChat.class)
                .hasMessageContaining("does not print the final message");
    }

    @Test
    void sglangAsksAfterALastMessageThatIsNotToBeContinued() throws UnsupportedChat {
        String closed = "{'role':'user','content':'go'},{'role':'assistant','content':'so','reasoning_content':'r'}";

        assertThat(messages(SGLANG, closed))
                .isEqualTo("[{'role': 'user', 'content': 'go'}, {'role': 'user', 'content': 'so'}]");
        assertThat(messages(VLLM, closed)).contains("'assistant'");
    }

    @Test
    void sglangReadsRolesWithoutRegardToCase() throws UnsupportedChat {
        assertThat(messages(SGLANG, "{'role':'USER','content':'a'}")).isEqualTo("[{'role': 'user', 'content': 'a'}]");
    }
}
