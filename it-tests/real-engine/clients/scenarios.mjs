// The npm `openai` client against a running demo: node scenarios.mjs URL. Prints one JSON object with what each scenario
// saw, so that the Python test beside this file can hold it against what is right.
import OpenAI from "openai";

const [url] = process.argv.slice(2);
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
const chat = { model: "demo", messages: [{ role: "user", content: "Which shelf holds the atlases?" }], max_tokens: 12 };
const endless = { ...chat, max_tokens: 3000, ignore_eos: true };

/** What a call that must fail fails with. */
async function refusal(call) {
  try {
    await call();
  } catch (error) {
    return { class: error.constructor.name, status: error.status, code: error.code, param: error.param };
  }
  return null;
}

/** The text of a stream, chunk by chunk, and its last chunk. */
async function read(stream) {
  let text = "";
  let last;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    last = chunk;
  }
  return { text, last };
}

const scenarios = {
  async models() {
    const ids = [];
    for await (const model of client.models.list()) ids.push(model.id);
    return ids;
  },
  async whole() {
    const answer = await client.chat.completions.create(chat);
    return answer.choices[0].message.content;
  },
  async streamed() {
    const stream = await client.chat.completions.create({ ...chat, stream: true, stream_options: { include_usage: true } });
    const { text, last } = await read(stream);
    return { text, completionTokens: last.usage.completion_tokens };
  },
  async accumulated() {
    const final = await client.chat.completions.stream(chat).finalChatCompletion();
    return final.choices[0].message.content;
  },
  async toolCall() {
    const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object" } } }];
    const { max_tokens, ...unlimited } = chat;
    const forced = { ...unlimited, tools, tool_choice: { type: "function", function: { name: "weather" } } };
    const whole = await client.chat.completions.create(forced);
    const final = await client.chat.completions.stream(forced).finalChatCompletion();
    return [whole, final].map(({ choices: [choice] }) => {
      const [call] = choice.message.tool_calls;
      return { end: choice.finish_reason, name: call.function.name, arguments: JSON.parse(call.function.arguments) };
    });
  },
  async completion() {
    const answer = await client.completions.create({ model: "demo", prompt: "Once upon a time", max_tokens: 8 });
    return answer.choices[0].text;
  },
  async requestId() {
    const { data, response } = await client.chat.completions
      .create(chat, { headers: { "x-request-id": "from-the-client" } })
      .withResponse();
    return { body: data._request_id, header: response.headers.get("x-request-id") };
  },
  async unknownModel() {
    return refusal(() => client.chat.completions.create({ ...chat, model: "no-such-model" }));
  },
  async wrongType() {
    return refusal(() => client.chat.completions.create({ ...chat, n: "two" }));
  },
  async timeout() {
    return refusal(() => client.chat.completions.create(endless, { timeout: 400 }));
  },
  async aborted() {
    const stream = await client.chat.completions.create({ ...endless, stream: true });
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content) break;
    }
    return stream.controller.signal.aborted;
  },
  async sideBySide() {
    const asks = Array.from({ length: 16 }, (_, shelf) => ({
      ...chat,
      stream: true,
      messages: [{ role: "user", content: `What is on shelf ${shelf}?` }],
    }));
    const answers = await Promise.all(asks.map(async (ask) => (await read(await client.chat.completions.create(ask))).text));
    return answers.filter((text) => text.length > 0).length;
  },
};

const seen = {};
for (const [name, run] of Object.entries(scenarios)) seen[name] = await run();
console.log(JSON.stringify(seen));
