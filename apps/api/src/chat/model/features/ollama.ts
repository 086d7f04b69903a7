import type { ModelClient } from '../open-client.ts';

/** Ollama's description of one model. */
export interface OllamaModel {
  /** Such as `thinking` and `vision`. */
  capabilities: string[];
  /** Null when Ollama does not report it. */
  contextTokens: number | null;
}

interface Shown {
  capabilities?: unknown;
  /** Lines of `name value`, from the model's Modelfile. */
  parameters?: unknown;
  /** Contains `<architecture>.context_length`, the length the model was trained with. */
  model_info?: Record<string, unknown> | null;
}

/** Queries Ollama about these models; missing models are left out. Null for any other service. Never throws. */
export async function showOnOllama(
  { sdk, fetch }: ModelClient,
  models: string[],
  timeout: number,
): Promise<Map<string, OllamaModel> | null> {
  const shown = new Map<string, OllamaModel>();
  const signal = AbortSignal.timeout(timeout);
  await Promise.all(
    models.map(async (model) => {
      try {
        const body = JSON.stringify({ model });
        const response = await fetch(new URL('/api/show', sdk.baseURL), { method: 'POST', body, signal });
        const answer = (await response.json()) as Shown;
        const contextTokens = contextIn(answer);
        if (!Array.isArray(answer.capabilities) && contextTokens === null) return;
        shown.set(model, { capabilities: [answer.capabilities ?? []].flat().map(String), contextTokens });
      } catch {
        // Not Ollama or unreachable: the list of models decides.
      }
    }),
  );
  return shown.size > 0 ? shown : null;
}

/** The context length from the Modelfile, else the one the model was trained with. */
function contextIn({ parameters, model_info: info }: Shown): number | null {
  const set =
    typeof parameters === 'string' ? /^num_ctx +(\d{1,9})/m.exec(parameters.slice(0, 10_000))?.[1] : undefined;
  const trained = Object.entries(info ?? {}).find(([name]) => name.endsWith('.context_length'))?.[1];
  const tokens = Number(set ?? trained);
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : null;
}
