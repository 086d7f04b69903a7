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

/**
 * Queries Ollama about these models; missing models are left out. Null for any other service. Never throws. `loaded`
 * keeps the context lengths of the models that it has loaded before, which are often less than the models could have.
 */
export async function showOnOllama(
  { sdk, fetch }: ModelClient,
  models: string[],
  timeout: number,
  loaded: Map<string, number>,
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
  if (shown.size === 0) return null;
  for (const { name, context_length: tokens } of await listLoaded({ sdk, fetch }, signal)) {
    if (Number.isSafeInteger(tokens) && Number(tokens) > 0) loaded.set(String(name), Number(tokens));
  }
  for (const [model, about] of shown) {
    about.contextTokens = loaded.get(model) ?? loaded.get(`${model}:latest`) ?? about.contextTokens;
  }
  return shown;
}

interface Loaded {
  name?: unknown;
  context_length?: unknown;
}

/** The models in Ollama's memory. */
async function listLoaded({ sdk, fetch }: Pick<ModelClient, 'sdk' | 'fetch'>, signal: AbortSignal): Promise<Loaded[]> {
  try {
    const response = await fetch(new URL('/api/ps', sdk.baseURL), { signal });
    const { models } = (await response.json()) as { models?: unknown };
    return Array.isArray(models) ? models.filter((model) => typeof model === 'object' && model !== null) : [];
  } catch {
    return [];
  }
}

/** The context length from the Modelfile, else the one the model was trained with. */
function contextIn({ parameters, model_info: info }: Shown): number | null {
  const set =
    typeof parameters === 'string' ? /^num_ctx +(\d{1,9})/m.exec(parameters.slice(0, 10_000))?.[1] : undefined;
  const trained = Object.entries(info ?? {}).find(([name]) => name.endsWith('.context_length'))?.[1];
  const tokens = Number(set ?? trained);
  return Number.isSafeInteger(tokens) && tokens > 0 ? tokens : null;
}
