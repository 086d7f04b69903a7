import type OpenAI from 'openai';
import type { ClientOptions } from 'openai';
import { expect } from 'vitest';
import type { Sandbox } from '../start.ts';

/** Options for an SDK client of this sandbox, without retries. */
export function clientOptions({ urls }: Sandbox) {
  return { apiKey: 'sandbox', baseURL: urls.openai, maxRetries: 0, logLevel: 'off' } satisfies ClientOptions;
}

/** Everything a caller of the SDK received of one answer, however it ended. */
export interface Seen {
  text: string;
  refusal: string;
  reasoning: string;
  deltas: number;
  /** `completed`, `incomplete`, `failed`, `stop`, `length`; null without a finish reason. */
  end: string | null;
  usage: { input: number; output: number } | null;
  error: unknown;
}

export interface Asking {
  thinking?: boolean;
}

export async function viaResponses(client: OpenAI, input: string, { thinking = false }: Asking = {}): Promise<Seen> {
  const seen: Seen = { text: '', refusal: '', reasoning: '', deltas: 0, end: null, usage: null, error: null };
  try {
    const reasoning = thinking ? { reasoning: { effort: 'medium', summary: 'auto' } as const } : {};
    let expected = 0;
    for await (const event of await client.responses.create({ model: 'demo', input, stream: true, ...reasoning })) {
      expect(event).toMatchObject({ sequence_number: expected++ });
      if (event.type.endsWith('.delta')) seen.deltas++;
      if (event.type === 'response.output_text.delta') seen.text += event.delta;
      if (event.type === 'response.refusal.delta') seen.refusal += event.delta;
      if (event.type === 'response.reasoning_summary_part.added' && event.summary_index > 0) seen.reasoning += '\n\n';
      if (event.type === 'response.reasoning_summary_text.delta') seen.reasoning += event.delta;
      if (
        event.type === 'response.completed' ||
        event.type === 'response.incomplete' ||
        event.type === 'response.failed'
      ) {
        seen.end = event.response.status ?? null;
        const { usage } = event.response;
        if (usage) seen.usage = { input: usage.input_tokens, output: usage.output_tokens };
      }
    }
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

export async function viaChat(client: OpenAI, content: string, { thinking = false }: Asking = {}): Promise<Seen> {
  const seen: Seen = { text: '', refusal: '', reasoning: '', deltas: 0, end: null, usage: null, error: null };
  try {
    const chunks = await client.chat.completions.create({
      model: 'demo',
      messages: [{ role: 'user', content }],
      stream: true,
      stream_options: { include_usage: true },
      ...(thinking ? { reasoning_effort: 'medium' as const } : {}),
    });
    for await (const { choices, usage } of chunks) {
      if (usage) seen.usage = { input: usage.prompt_tokens, output: usage.completion_tokens };
      const [choice] = choices;
      if (!choice) continue;
      const delta: typeof choice.delta & { reasoning_content?: string } = choice.delta;
      const said = (delta.content ?? '') + (delta.refusal ?? '') + (delta.reasoning_content ?? '');
      if (said !== '') seen.deltas++;
      seen.text += delta.content ?? '';
      seen.refusal += delta.refusal ?? '';
      seen.reasoning += delta.reasoning_content ?? '';
      seen.end = choice.finish_reason ?? seen.end;
    }
  } catch (error) {
    seen.error = error;
  }
  return seen;
}
