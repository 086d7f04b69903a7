// A typical implementation: Express, the SDK's stream, one write per delta, no storage. node plain-server.ts <upstream
// URL>
import type { AddressInfo } from 'node:net';
import express from 'express';
import OpenAI from 'openai';

const client = new OpenAI({ apiKey: 'none', baseURL: process.argv[2] ?? '' });

const app = express();
app.post('/', express.json(), async (_request, response) => {
  response.set('Content-Type', 'text/event-stream; charset=utf-8');
  const stream = await client.responses.create({ model: 'bench', input: 'Hello', stream: true });
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta')
      response.write(`data: ${JSON.stringify({ content: event.delta })}\n\n`);
  }
  response.end(`data: ${JSON.stringify({ done: true })}\n\n`);
});
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
