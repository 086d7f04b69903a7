import { apiError, missingParameter } from '../api-error.ts';
import type { FunctionCall, Rejection } from '../reply/reply.ts';
import { record } from './record.ts';

/** A call of an earlier round, with its result. */
export interface FunctionResult extends FunctionCall {
  id: string;
  /** Null until the result is read. */
  output: string | null;
}

/** What a signed reasoning item starts with; the rest identifies the response that it belongs to. */
const SIGNATURE = 'signed:';

/** Signs the reasoning of a response. */
export function sign(responseId: string): string {
  return Buffer.from(SIGNATURE + responseId).toString('base64');
}

/**
 * Reads the calls and results of a conversation, in order. Like the real service, rejects calls and results that do not
 * match.
 */
export class FunctionResults {
  readonly results: FunctionResult[] = [];

  /** Reads an item of Responses. Null for an item that is a message. */
  readItem(item: Record<string, unknown>, at: string): Rejection | 'read' | null {
    switch (item['type']) {
      case 'reasoning': {
        const signed = Buffer.from(String(item['encrypted_content'] ?? ''), 'base64').toString();
        if (signed.startsWith(SIGNATURE)) return 'read';
        const message = 'The encrypted content for this reasoning item could not be verified.';
        return apiError({ status: 400, code: 'invalid_encrypted_content', param: at, message });
      }
      case 'function_call':
        this.#called(String(item['call_id']), item['name'], item['arguments']);
        return 'read';
      case 'function_call_output': {
        const { call_id: id, output } = item;
        if (typeof output !== 'string') return missingParameter(`${at}.output`);
        if (this.#returned(String(id), output)) return 'read';
        const message = `No tool call found for function call output with call_id ${String(id)}.`;
        return apiError({ status: 400, param: 'input', message });
      }
      default:
        return null;
    }
  }

  /** Reads a message of chat completions. Null for one that is neither a result nor has calls. */
  readMessage(message: Record<string, unknown>, at: string): Rejection | 'read' | null {
    if (message['role'] === 'tool') {
      const { tool_call_id: id, content } = message;
      if (typeof content !== 'string') return missingParameter(`${at}.content`);
      if (this.#returned(String(id), content)) return 'read';
      const problem =
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      return apiError({ status: 400, param: `${at}.role`, message: problem });
    }
    const calls = message['tool_calls'];
    if (!Array.isArray(calls)) return null;
    for (const call of calls.map(record)) {
      const { name, arguments: given } = record(call['function']);
      this.#called(String(call['id']), name, given);
    }
    return null;
  }

  /** Rejects a conversation in which a call has no result. */
  unanswered(): Rejection | null {
    const open = this.results.find(({ output }) => output === null);
    if (!open) return null;
    return apiError({ status: 400, param: 'input', message: `No tool output found for function call ${open.id}.` });
  }

  #called(id: string, name: unknown, given: unknown): void {
    this.results.push({ id, name: String(name), arguments: String(given), output: null });
  }

  #returned(id: string, output: string): boolean {
    const call = this.results.find((result) => result.id === id && result.output === null);
    if (call) call.output = output;
    return call !== undefined;
  }
}
