import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import { createKey, sdkOf } from '../testing.ts';
import { StopSequences } from './stop-sequences.ts';

/** What is shown of a text that arrives in these pieces. */
function shown(sequences: string[], pieces: string[]): string[] {
  const stop = new StopSequences(sequences);
  return [...pieces.map((piece) => stop.add(piece)), stop.end()];
}

describe('a text with stop sequences', () => {
  it.each([
    ['has none of them', ['END'], ['One ', 'two.'], ['One ', 'two.', '']],
    ['has one within a piece', ['END'], ['One END two', ' three'], ['One ', '', '']],
    ['has one across pieces', ['END'], ['One E', 'N', 'D two'], ['One ', '', '', '']],
    ['only begins one', ['END'], ['One E', 'N', 'J two'], ['One ', '', 'ENJ two', '']],
    ['ends with the beginning of one', ['END'], ['One EN'], ['One ', 'EN']],
    ['has two, of which the first counts', ['c', 'b'], ['abc'], ['a', '']],
    ['begins with one', ['a'], ['abc', 'd'], ['', '', '']],
    ['repeats the beginning of one', ['aab'], ['aa', 'a', 'b'], ['', 'a', '', '']],
    ['has no sequences to look for', [], ['One', ' two'], ['One', ' two', '']],
  ])('a text that %s is shown as far as it may be', (_name, sequences, pieces, expected) => {
    expect(shown(sequences, pieces)).toEqual(expected);
  });
});

describe('stop sequences', () => {
  const QUESTION = { model: 'normal', messages: [{ role: 'user' as const, content: '[[echo]] one two three' }] };

  async function startSdk(delayMs: number) {
    const server = await startTestServer({ delayMs });
    onTestFinished(() => server.close());
    const { secret } = await createKey(server, await server.signUp());
    return { server, sdk: sdkOf(server, secret) };
  }

  it('a reply with stop sequences ends before the first of them, whole and as a stream, with the same usage', async () => {
    const { sdk } = await startSdk(0);
    const whole = await sdk.chat.completions.create({ ...QUESTION, stop: ['three', 'o t'] });
    expect(whole.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: '[[echo]] one tw' } });
    const options = { stream: true, stream_options: { include_usage: true } } as const;
    const chunks = await sdk.chat.completions.create({ ...QUESTION, stop: ['three', 'o t'], ...options });
    const read = { text: '', reasons: [] as unknown[], usage: {} as unknown };
    for await (const { choices, usage } of chunks) {
      read.text += choices[0]?.delta.content ?? '';
      read.reasons.push(...choices.flatMap(({ finish_reason: reason }) => reason ?? []));
      read.usage = usage;
    }
    expect(read).toEqual({ text: '[[echo]] one tw', reasons: ['stop'], usage: whole.usage });
  });

  it('a reply with stop sequences is whole if it has none of them, even if it ends with the beginning of one', async () => {
    const { sdk } = await startSdk(0);
    let text = '';
    const chunks = await sdk.chat.completions.create({ ...QUESTION, stop: 'three four', stream: true });
    for await (const { choices } of chunks) text += choices[0]?.delta.content ?? '';
    expect(text).toBe('[[echo]] one two three');
  });

  it.each([false, true])('a reply with stop sequences is not written any further (streamed: %s)', async (stream) => {
    const { server, sdk } = await startSdk(20);
    const messages = [{ role: 'user' as const, content: '[[long 2000]]' }];
    const answer = await sdk.chat.completions.create({ model: 'normal', messages, stop: ' ', stream });
    if (Symbol.asyncIterator in answer) for await (const _ of answer);
    await expect.poll(() => server.sandbox.log().at(-1)?.closed).toBe(true);
  });
});
