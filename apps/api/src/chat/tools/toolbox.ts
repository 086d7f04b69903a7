import { AppError, type ToolName } from '@parley/core';
import { z } from 'zod';
import type { ModelCall, ModelRound, ModelTool } from '../model/model.ts';
import { beginning } from '../model/request/cut-text.ts';
import { wrapDocument } from '../modes/prompt/documents.ts';
import type { EmitReply } from '../modes/mode.ts';
import type { Tool, ToolResult } from './tool.ts';

/** Requests to the model per reply; the last one offers no tools. */
const MAX_REQUESTS = 4;
/** Characters of a result, at most a tenth of the model's context. */
const MAX_RESULT = 24_000;
const CHARACTERS_PER_CONTEXT_TOKEN = 0.3;
const MS_PER_TENTH = 100;

/** Tools that are not offered once search results are in the context, which could ask for them. */
const TRUSTED_ONLY = new Set<ToolName>(['image_generation', 'memory']);

type Result = ModelRound['results'][number];

/** JSON Schemas by the tools' schemas, which outlive a reply: building one takes as long as dozens of deltas. */
const parametersBySchema = new WeakMap<z.ZodType, ModelTool['parameters']>();

/** The tools of one reply: offers them to the model and runs its calls, within the limits of a reply. */
export class Toolbox {
  readonly #tools: readonly Tool[];
  readonly #maxResult: number;
  readonly #made = new Set<string>();
  readonly #uses = new Map<Tool, number>();
  #requests = 0;
  #strangers: ToolResult['strangers'];
  #isStuck = false;

  constructor(tools: readonly Tool[], contextTokens: number) {
    this.#tools = tools;
    this.#maxResult = Math.min(MAX_RESULT, Math.floor(contextTokens * CHARACTERS_PER_CONTEXT_TOKEN));
  }

  /**
   * Returns the tools for the next request. None in the last one, after a page was read, and after a round of useless
   * calls.
   */
  offer(): ModelTool[] {
    this.#requests++;
    return this.#allowed().map(({ name, description, schema }) => ({
      name,
      description,
      parameters: parametersOf(schema),
    }));
  }

  /** Offers no tools from now on. */
  close(): void {
    this.#isStuck = true;
  }

  /** Records that the model itself found pages. */
  foundPages(): void {
    this.#strangers ??= 'found';
  }

  /** Runs the calls of a round side by side. Resolves once all have ended; never rejects for what a model got wrong. */
  async run(calls: readonly ModelCall[], emit: EmitReply, signal: AbortSignal): Promise<Result[]> {
    const allowed = this.#allowed();
    const prepared = calls.map((call) => this.#prepare(call, allowed));
    this.#isStuck = prepared.every((work) => typeof work === 'string');
    return Promise.all(
      prepared.map(async (work) => (typeof work === 'string' ? { text: work } : this.#perform(work, emit, signal))),
    );
  }

  #allowed(): readonly Tool[] {
    if (this.#requests > MAX_REQUESTS - 1 || this.#isStuck || this.#strangers === 'read') return [];
    return this.#tools.filter(({ shown }) => this.#strangers === undefined || !TRUSTED_ONLY.has(shown));
  }

  /** Returns what to run, or what to answer instead. */
  #prepare(call: ModelCall, allowed: readonly Tool[]): { tool: Tool; given: unknown } | string {
    const tool = allowed.find(({ name }) => name === call.name);
    if (!tool) return `There is no tool ${call.name} that you may use now.`;
    let json: unknown;
    try {
      json = JSON.parse(call.arguments || '{}');
    } catch {
      return 'The arguments of this call are not valid JSON.';
    }
    const { data, error } = tool.schema.safeParse(json);
    if (error) return `The arguments of this call are wrong. ${z.prettifyError(error)}`.slice(0, this.#maxResult);
    const key = `${tool.name} ${JSON.stringify(data)}`;
    if (this.#made.has(key)) return 'You made this call before, and its result is above.';
    const uses = this.#uses.get(tool) ?? 0;
    if (uses >= tool.limit) return 'You used this tool as often as a reply may. Answer with what you have.';
    this.#made.add(key);
    this.#uses.set(tool, uses + 1);
    return { tool, given: data };
  }

  async #perform({ tool, given }: { tool: Tool; given: unknown }, emit: EmitReply, signal: AbortSignal) {
    const detail = tool.detailOf?.(given);
    const event = { type: 'tool', name: tool.shown, ...(detail !== undefined && { detail }) } as const;
    const startedAt = performance.now();
    const seconds = () => Math.round((performance.now() - startedAt) / MS_PER_TENTH) / 10;
    emit({ ...event, status: 'starting' });
    try {
      const result = await tool.run(given, signal);
      if (result.strangers && this.#strangers !== 'read') this.#strangers = result.strangers;
      emit({ ...event, status: 'completed', seconds: seconds() });
      return this.#bounded(result);
    } catch (error) {
      if (signal.aborted) return { text: '' };
      emit({ ...event, status: 'error', seconds: seconds() });
      if (error instanceof AppError) return { text: error.message.slice(0, this.#maxResult) };
      throw error;
    }
  }

  #bounded({ text, document, pictures }: ToolResult): Result {
    const isCut = text.length > this.#maxResult;
    const kept = isCut ? beginning(text, this.#maxResult) : text;
    return {
      text: document === undefined ? kept : wrapDocument({ name: document, ...(isCut && { isCut }) }, kept),
      ...(pictures && { pictures }),
    };
  }
}

/** Returns the parameters in the subset of JSON Schema that Gemini supports, without `$schema` and `additionalProperties`. */
function parametersOf(schema: z.ZodType): ModelTool['parameters'] {
  const known = parametersBySchema.get(schema);
  if (known) return known;
  const parameters = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input' });
  parametersBySchema.set(schema, parameters);
  return parameters;
}
