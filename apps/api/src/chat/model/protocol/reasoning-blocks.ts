/**
 * The fields for reasoning blocks of OpenRouter and LiteLLM. Claude and Gemini sign the blocks, so both gateways need them
 * back, unchanged, with the results of tool calls.
 */
const FIELDS = ['reasoning_details', 'thinking_blocks'] as const;
/** The fields of a block that arrive in pieces. */
const TEXTS = new Set(['text', 'summary', 'thinking']);
/** Limit in characters of JSON. */
const MAX_LENGTH = 200_000;

type Block = Record<string, unknown>;
export type BlockFields = Partial<Record<(typeof FIELDS)[number], unknown>>;

/** Joins the reasoning blocks of one reply. */
export class ReasoningBlocks {
  /** By field, as they are sent back. */
  readonly joined: Partial<Record<(typeof FIELDS)[number], Block[]>> = {};
  #length = 0;

  /** Adds the blocks or partial blocks of a delta. Returns whether there were any. */
  add(delta: BlockFields): boolean {
    let hasAny = false;
    for (const field of FIELDS) {
      const parts = delta[field];
      if (!Array.isArray(parts)) continue;
      for (const part of parts as unknown[]) {
        if (typeof part !== 'object' || part === null) continue;
        this.#length += JSON.stringify(part).length;
        if (this.#length > MAX_LENGTH) return hasAny;
        join((this.joined[field] ??= []), part as Block);
        hasAny = true;
      }
    }
    return hasAny;
  }
}

function join(blocks: Block[], part: Block): void {
  const last = blocks.at(-1);
  const continues =
    last !== undefined &&
    last.type === part.type &&
    last.index === part.index &&
    !last.signature &&
    Object.keys(part).some((field) => TEXTS.has(field));
  if (!continues) {
    blocks.push({ ...part });
    return;
  }
  for (const [field, value] of Object.entries(part)) {
    const isText = TEXTS.has(field) && typeof value === 'string' && typeof last[field] === 'string';
    if (isText) last[field] = `${last[field] as string}${value}`;
    else if (value) last[field] = value;
  }
}
