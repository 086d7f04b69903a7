import { AppError } from '@parley/core';
import { withoutFiles } from './budget.ts';
import type { Probe } from './capabilities.ts';
import type { Host } from './hosts.ts';
import { CANNOT, Inabilities, type Ability } from './inabilities.ts';
import type { ModelMessage, ModelRequest } from './model.ts';
import type { RefusedFields } from './refused-fields.ts';

interface AbilitySources {
  host: Host;
  api: 'responses' | 'chat';
  probe: Probe;
  refused: RefusedFields;
}

/** What each model can do: by its protocol and its host, by what its server says of it, and by what came or was refused. */
export class Abilities {
  #sources: AbilitySources;
  #inabilities = new Inabilities();
  #seenReasoning = new Set<string>();

  constructor(sources: AbilitySources) {
    this.#sources = sources;
  }

  /** Whether a model reasons when a field tells it to, and shows it. */
  async reasons(model: string): Promise<boolean> {
    const { host, api, probe, refused } = this.#sources;
    if (api === 'responses') return !refused.has(model, 'reasoning');
    if (this.#seenReasoning.has(model)) return true;
    if (refused.has(model, 'reasoning_effort')) return false;
    return host.reasons ?? (await probe.result()).reasons ?? false;
  }

  /** A model has sent reasoning of its own. */
  sawReasoning(model: string): void {
    this.#seenReasoning.add(model);
  }

  async has(model: string, ability: Ability): Promise<boolean> {
    const { host, api, probe } = this.#sources;
    if (this.#inabilities.has(model, ability)) return false;
    switch (ability) {
      case 'pictures':
        return host.isOpenAi || (await probe.result()).sees !== false;
      case 'documents':
        return api === 'responses' || host.isOpenAi;
      case 'web-search':
        return api === 'responses';
    }
  }

  /**
   * Takes what a server said to a request; true when it taught what the model cannot do, so that asking anew makes sense.
   * Throws where it does not: a search that was asked for is not left out.
   */
  learn(model: string, request: ModelRequest, error: unknown): boolean {
    const inability = this.#inabilities.learn(model, request, error);
    if (inability === 'web-search') throw new AppError('model-rejected', { message: CANNOT[inability], cause: error });
    return inability !== null;
  }

  /** The request without the files of earlier questions that this model cannot read; throws when they are the question's. */
  async readable(model: string, request: ModelRequest): Promise<ModelRequest> {
    let { messages } = request;
    for (const kind of ['pictures', 'documents'] as const) {
      const brings = (message: ModelMessage | undefined) => (message?.[kind]?.length ?? 0) > 0;
      if (!messages.some(brings) || (await this.has(model, kind))) continue;
      if (brings(messages.at(-1))) throw new AppError('model-rejected', { message: CANNOT[kind] });
      messages = messages.map((message) => (brings(message) ? withoutFiles(message) : message));
    }
    return { ...request, messages };
  }
}
