/** An error of a service, in the one form that we read. */
export interface WireError {
  code?: unknown;
  /** The status as a number, where a gateway sends it beside the code of the service behind it. */
  status?: unknown;
  type?: unknown;
  param?: unknown;
  message?: unknown;
}

type Wire = Record<string, unknown>;

/**
 * Finds the error in an answer; null without one. Forms: `{error}`, also in a list (Gemini); `{object: 'error'}`;
 * `{errors}`, a list or one (Cloudflare); `{base_resp}` (MiniMax); `{detail}` or `{message}` alone.
 */
export function wireErrorIn(answer: unknown): WireError | null {
  if (Array.isArray(answer)) return wireErrorIn(answer[0]);
  if (!isWire(answer)) return null;
  const { error, errors, object, base_resp: base, detail, message } = answer;
  if (isWire(error)) return behindGateway(error);
  // xAI and Hugging Face send the message itself there.
  if (error) return plain({ ...answer, message: [error, message].filter(Boolean).map(wordsOf).join(': ') });
  if (object === 'error') return plain(answer);
  if (isWire(base) && base.status_code) return plain({ code: base.status_code, message: base.status_msg });
  if ('choices' in answer || 'output' in answer) return null;
  const [first] = [errors].flat();
  if (isWire(first)) return plain(first);
  const said = detail || (typeof message === 'string' && message);
  return said ? plain({ ...answer, message: said }) : null;
}

/**
 * Returns the error of the service behind a gateway. OpenRouter and Vercel send a general message, and the original
 * error in another field, mostly as JSON.
 */
function behindGateway(error: Wire): WireError {
  const { metadata, value } = error;
  const raw = (isWire(metadata) && metadata.raw) || (isWire(value) && value.error_message);
  const original = typeof raw === 'string' ? (wireErrorIn(parsed(raw)) ?? { message: raw }) : wireErrorIn(raw);
  if (!original?.message) return plain(error);
  return plain({ ...error, ...original, status: error.code ?? error.status });
}

function plain(error: Wire | WireError): WireError {
  const { param, message } = error;
  // LiteLLM writes None for no parameter.
  const named = typeof param === 'string' && param !== 'None' ? { param } : { param: undefined };
  return { ...error, ...named, ...(message !== undefined && { message: wordsOf(message) }) };
}

/** Returns a message as text, without the user's input: FastAPI sends a list of faults that repeats it. */
function wordsOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return JSON.stringify(message, (key, value: unknown) => (key === 'input' ? undefined : value)) ?? '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
