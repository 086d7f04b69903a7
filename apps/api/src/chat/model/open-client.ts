import OpenAI from 'openai';

/** The SDK, with nothing read from the environment. `baseUrl` null is OpenAI's own. */
export function openClient({
  apiKey,
  baseUrl,
  ...options
}: {
  apiKey: string | null;
  baseUrl: string | null;
  fetch?: typeof fetch;
  maxRetries: number;
}): OpenAI {
  return new OpenAI({
    apiKey: apiKey || 'none',
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    ...options,
  });
}
