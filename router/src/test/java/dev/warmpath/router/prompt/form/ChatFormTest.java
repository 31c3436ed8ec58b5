package dev.warmpath.router.prompt.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.prompt.chat.UnsupportedChat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engines' own converters make of messages and responses, member by member. */
class ChatFormTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Bodies are written with single quotes. */
    private static JsonNode chat(Endpoint endpoint, String members, Engine engine)
            throws BadRequest, UnsupportedChat, IOException {
        String body = ("{'model':'m'," + members + "}").replace('\'', '"');
        GenerationRequest request =
                GenerationRequest.read(endpoint, JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)));
        return JSON.readTree(ChatForm.of(request, engine).bytes());
    }

    private static void isMessages(JsonNode chat, String expected) throws IOException {
        assertThat(chat.path("messages")).isEqualTo(JSON.readTree(expected.replace('\'', '"')));
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void stringsStayStringsAndSystemComesFirst(Engine engine) throws Exception {
        JsonNode chat = chat(
                Endpoint.MESSAGES,
                "'system':'be brief','messages':[{'role':'user','content':'hi'},{'role':'assistant','content':'ho'}]",
                engine);
        isMessages(
                chat,
                "[{'role':'system','content':'be brief'},{'role':'user','content':'hi'},{'role':'assistant','content':'ho'}]");
        assertThat(chat.has("tools")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"VLLM,ab", "SGLANG,x-anthropic-billing-header: 1\\na\\nb"})
    void systemTextsAreJoinedAsTheEngineDoes(Engine engine, String joined) throws Exception {
        JsonNode chat = chat(
                Endpoint.MESSAGES,
                "'system':[{'type':'text','text':'x-anthropic-billing-header: 1'},{'type':'text','text':'a'},"
                        + "{'type':'text','text':'b','cache_control':{'type':'ephemeral'}}],'messages':[{'role':'user','content':'q'}]",
                engine);
        assertThat(chat.at("/messages/0/content").asText()).isEqualTo(joined.replace("\\n", "\n"));
    }

    private static final String TOOL_TURN =
            "'messages':[{'role':'assistant','content':[{'type':'thinking','thinking':'hm'},"
                    + "{'type':'text','text':'look'},{'type':'tool_use','id':'t1','name':'f','input':{'b':1.0,'a':[2]}}]},"
                    + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':[{'type':'text','text':'x'},"
                    + "{'type':'text','text':'y'}]},{'type':'text','text':'go'},{'type':'text','text':'on'}]}]";

    @Test
    void vllmKeepsThoughtsAndJoinsToolResults() throws Exception {
        isMessages(
                chat(Endpoint.MESSAGES, TOOL_TURN, Engine.VLLM),
                "[{'role':'assistant','reasoning':'hm','tool_calls':[{'id':'t1','type':'function','function':{'name':'f',"
                        + "'arguments':'{\\'b\\':1.0,\\'a\\':[2]}'}}],'content':'look'},"
                        + "{'role':'tool','tool_call_id':'t1','content':'x\\ny'},"
                        + "{'role':'user','content':[{'type':'text','text':'go'},{'type':'text','text':'on'}]}]");
    }

    @Test
    void sglangDropsThoughtsAndKeepsToolResultsApart() throws Exception {
        JsonNode chat = chat(Endpoint.MESSAGES, TOOL_TURN, Engine.SGLANG);
        assertThat(chat.at("/messages/0").has("reasoning")).isFalse();
        assertThat(chat.at("/messages/1/content")).hasSize(2);
    }

    @Test
    void messageThatNothingIsLeftOfIsKeptByVllmForAnAssistantOnly() throws Exception {
        String empty =
                "'messages':[{'role':'user','content':'q'},{'role':'assistant','content':[{'type':'redacted_thinking',"
                        + "'data':'z'}]},{'role':'user','content':[]}]";
        isMessages(chat(Endpoint.MESSAGES, empty, Engine.VLLM), "[{'role':'user','content':'q'},{'role':'assistant'}]");
        isMessages(chat(Endpoint.MESSAGES, empty, Engine.SGLANG), "[{'role':'user','content':'q'}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VLLM|{'name':'f','parameters':{'type':'object'}}",
                "SGLANG|{'name':'f','description':'','parameters':{'type':'object'}}"
            })
    void toolsBecomeFunctionsOfObjects(Engine engine, String function) throws Exception {
        JsonNode chat = chat(
                Endpoint.MESSAGES,
                "'messages':[{'role':'user','content':'q'}],'tools':[{'name':'f','input_schema':{}}],"
                        + "'tool_choice':{'type':'tool','name':'f'}",
                engine);
        assertThat(chat.at("/tools/0/function")).isEqualTo(JSON.readTree(function.replace('\'', '"')));
        assertThat(chat.at("/tool_choice/function/name").asText()).isEqualTo("f");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'messages':[{'role':'system','content':'s'}]",
                "'messages':[{'role':'user','content':[{'type':'document','source':{}}]}]",
                "'messages':[{'role':'assistant','content':[{'type':'tool_use','name':'f','input':{}}]}]",
                "'messages':[{'role':'user','content':[{'type':'tool_result','tool_use_id':'t','content':[{'type':'image'}]}]}]",
                "'messages':[{'role':'user','content':'q'}],'tools':[{'type':'web_search_20250305','name':'w'}]"
            })
    void whatReleasesTreatDifferentlyIsRefusedAndNotGuessed(String members) {
        for (Engine engine : Engine.values()) {
            assertThatThrownBy(() -> chat(Endpoint.MESSAGES, members, engine)).isInstanceOf(UnsupportedChat.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void inputOfAResponseIsAUsersMessageBehindItsInstructions(Engine engine) throws Exception {
        isMessages(
                chat(Endpoint.RESPONSES, "'instructions':'be brief','input':'hi'", engine),
                "[{'role':'system','content':'be brief'},{'role':'user','content':'hi'}]");
    }

    @Test
    void itemsOfOneAssistantsTurnBecomeOneMessage() throws Exception {
        JsonNode chat = chat(
                Endpoint.RESPONSES,
                "'reasoning':{'effort':'low'},'input':[{'role':'user','content':[{'type':'input_text','text':'q'}]},"
                        + "{'type':'reasoning','summary':[],'content':[{'type':'reasoning_text','text':'hm'}]},"
                        + "{'type':'message','role':'assistant','content':[{'type':'output_text','text':'a'},{'type':'output_text','text':'b'}]},"
                        + "{'type':'function_call','call_id':'c','name':'f','arguments':'{}'},"
                        + "{'type':'function_call_output','call_id':'c','output':'r'},"
                        + "{'role':'assistant','content':'x'},{'role':'assistant','content':'y'}]",
                Engine.VLLM);
        isMessages(
                chat,
                "[{'role':'user','content':[{'type':'input_text','text':'q'}]},"
                        + "{'role':'assistant','reasoning':'hm','content':'a','tool_calls':[{'id':'c','function':{'name':'f','arguments':'{}'},'type':'function'}]},"
                        + "{'role':'tool','content':'r','tool_call_id':'c'},"
                        + "{'role':'assistant','content':'x'},{'role':'assistant','content':'y'}]");
        assertThat(chat.at("/chat_template_kwargs/reasoning_effort").asText()).isEqualTo("low");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'input':'q','previous_response_id':'resp_1'",
                "'input':'q','tools':[{'type':'function','name':'f'}]",
                "'input':'q','truncation':'auto'",
                "'input':[{'type':'item_reference','id':'i'}]",
                "'input':[{'type':'message','role':'assistant','status':'in_progress','content':'x'}]"
            })
    void responseWhosePromptIsNotInItIsRefused(String members) {
        for (Engine engine : Engine.values()) {
            assertThatThrownBy(() -> chat(Endpoint.RESPONSES, members, engine)).isInstanceOf(UnsupportedChat.class);
        }
    }
}
