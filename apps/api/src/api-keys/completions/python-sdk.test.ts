import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import { createKey } from '../testing.ts';

/** `pip install openai` provides it. */
const HAS_SDK = spawnSync('python3', ['-c', 'import openai']).status === 0;
const run = promisify(execFile);

const SCRIPT = `
import json, os, sys
from openai import OpenAI, AuthenticationError, BadRequestError, NotFoundError, RateLimitError

url, key = os.environ["URL"], os.environ["KEY"]
client = OpenAI(base_url=url, api_key=key, max_retries=0)
ask = lambda content: [{"role": "user", "content": content}]
said = {"models": [model.id for model in client.models.list()]}
whole = client.chat.completions.create(model="normal", messages=ask("[[echo]] pangolin"))
said["whole"] = [whole.choices[0].message.content, whole.choices[0].finish_reason]
said["adds up"] = whole.usage.total_tokens == whole.usage.prompt_tokens + whole.usage.completion_tokens
stream = client.chat.completions.create(
    model="normal", messages=ask("[[echo]] pangolin"), stream=True, stream_options={"include_usage": True}
)
chunks = list(stream)
said["streamed"] = "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)
said["same usage"] = chunks[-1].usage == whole.usage

def refusal(kind, ask):
    try:
        ask()
    except kind as error:
        return [error.status_code, error.code]

said["tools"] = refusal(BadRequestError, lambda: client.chat.completions.create(
    model="normal", messages=ask("Hi"), tools=[{"type": "function", "function": {"name": "f"}}]))
said["model"] = refusal(NotFoundError, lambda: client.chat.completions.create(model="gpt-9", messages=ask("Hi")))
said["key"] = refusal(AuthenticationError, lambda: OpenAI(base_url=url, api_key="no").models.list())
said["limit"] = refusal(RateLimitError, lambda: OpenAI(base_url=url, api_key=key).chat.completions.create(
    model="normal", messages=ask("Hi")))
json.dump(said, sys.stdout)
`;

it.runIf(HAS_SDK)('the official SDK for Python works (needs python3 with the package openai)', async () => {
  const server = await startTestServer({ usageRule: { limit: 2, windowLength: 3_600_000 } });
  onTestFinished(() => server.close());
  const { secret } = await createKey(server, await server.signUp());
  const env = { ...process.env, URL: `${server.url}/v1`, KEY: secret };
  const { stdout } = await run('python3', ['-c', SCRIPT], { env, timeout: 60_000 });
  const text = expect.stringContaining('pangolin');
  expect(JSON.parse(stdout)).toEqual({
    models: ['normal', 'thinking', 'web_search'],
    whole: [text, 'stop'],
    'adds up': true,
    streamed: text,
    'same usage': true,
    tools: [400, 'unsupported_parameter'],
    model: [404, 'model_not_found'],
    key: [401, 'invalid_api_key'],
    limit: [429, 'insufficient_quota'],
  });
});
