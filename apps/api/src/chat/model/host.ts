/** What is known of a service from its address alone. */
export interface Host {
  /** Name and port, for the operator alone. */
  name: string;
  isOpenAi: boolean;
  protocol: 'responses' | 'chat';
  /** What its models' contexts usually hold; null where the service has to be asked. */
  contextTokens: number | null;
  /** Whether a parameter makes its models show their reasoning; null where that depends on the model. */
  reasons: boolean | null;
  /** Whether `GET /models` lists the names that requests take. */
  listsModels: boolean;
  /** Whether it is, by its port or its name, an Ollama. */
  isOllama: boolean;
}

const OPENAI_URL = 'https://api.openai.com/v1';
const OPENAI_CONTEXT = 128_000;

export function hostOf(baseUrl: string | null): Host {
  const { host, hostname, port } = new URL(baseUrl ?? OPENAI_URL);
  const isAzure = hostname.endsWith('.openai.azure.com');
  const isOpenAi = hostname === 'api.openai.com' || isAzure;
  const showsReasoning = hostname === 'openrouter.ai' || hostname === 'api.groq.com';
  return {
    name: host,
    isOpenAi,
    protocol: isOpenAi ? 'responses' : 'chat',
    contextTokens: isOpenAi ? OPENAI_CONTEXT : null,
    reasons: isOpenAi ? false : showsReasoning || null,
    listsModels: !isAzure,
    isOllama: port === '11434' || hostname.includes('ollama'),
  };
}
