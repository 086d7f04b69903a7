import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxAddresses } from '../backends.ts';
import { openModel } from '../model/open-model.ts';
import type { ListedModel } from './listed-model.ts';

/** A model of the sandbox under another name. */
export function aListedModel(
  { openai }: Pick<SandboxAddresses, 'openai'>,
  id: string,
  changes: Partial<ListedModel> = {},
): ListedModel {
  const label = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  const settings = { apiKey: 'key', baseUrl: openai, api: 'responses' as const, model: id, meteredAs: id };
  const others = { thinkingModel: null, titleModel: null, contextTokens: 128_000 };
  const model = openModel({ ...settings, ...others });
  const about = { description: `About ${label}.`, plans: ['free', 'premium'], fallback: null };
  return { id, label, ...about, provider: openai, model, ...changes };
}

/** A provider that passes requests on to the sandbox, or refuses its key while it `isDown`. */
export async function startProvider({ openai }: Pick<SandboxAddresses, 'openai'>) {
  const state = { isDown: false, requests: 0 };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const hasBody = request.method === 'POST';
    const body = Buffer.concat(await request.toArray());
    if (request.url?.endsWith('/responses')) state.requests++;
    if (state.isDown) {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"No.","code":"invalid_api_key"}}');
      return;
    }
    const passed = await fetch(new URL(openai).origin + request.url, {
      method: request.method ?? 'GET',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      ...(hasBody && { body }),
    });
    const type = passed.headers.get('content-type') ?? 'application/json';
    response.writeHead(passed.status, { 'content-type': type });
    for await (const chunk of passed.body ?? []) response.write(chunk);
    response.end();
  }
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    state,
    openai: `http://127.0.0.1:${port}${new URL(openai).pathname}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
