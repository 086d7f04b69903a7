/** Facts about a service that follow from its address alone. */
export interface Host {
  /** Host name and port, for the operator only. */
  name: string;
  isOpenAi: boolean;
  protocol: 'responses' | 'chat';
  /** Usual context length of its models; null when the service has to be asked. */
  contextTokens: number | null;
  /** Whether a parameter makes its models show reasoning; null when that depends on the model. */
  reasons: boolean | null;
  /** Whether `GET /models` lists the names that requests use. */
  listsModels: boolean;
  /** Whether it is Ollama, judged by port or host name. */
  isOllama: boolean;
}

const OPENAI_URL = 'https://api.openai.com/v1';
const OPENAI_CONTEXT = 128_000;
/** Azure serves OpenAI’s models at the first address, and other models too at the rest. */
const AZURE_OPENAI = '.openai.azure.com';
const AZURE = [AZURE_OPENAI, '.cognitiveservices.azure.com', '.services.ai.azure.com'];

export function hostOf(baseUrl: string | null): Host {
  const { host, hostname, port } = new URL(baseUrl ?? OPENAI_URL);
  const isOpenAi = hostname === 'api.openai.com' || hostname.endsWith(AZURE_OPENAI);
  const showsReasoning = hostname === 'openrouter.ai' || hostname === 'api.groq.com';
  return {
    name: host,
    isOpenAi,
    protocol: isOpenAi ? 'responses' : 'chat',
    contextTokens: isOpenAi ? OPENAI_CONTEXT : null,
    reasons: isOpenAi ? false : showsReasoning || null,
    // Azure lists all models there are, while requests name deployments.
    listsModels: !AZURE.some((end) => hostname.endsWith(end)),
    isOllama: port === '11434' || hostname.includes('ollama'),
  };
}
