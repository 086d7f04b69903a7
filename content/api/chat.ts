import { randomUUID } from 'node:crypto';

const { PARLEY_URL, PARLEY_TOKEN } = process.env;

const response = await fetch(`${PARLEY_URL}/api/chat/stream`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${PARLEY_TOKEN}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ conversationId: randomUUID(), text: 'What is 6 * 7?' }),
});
if (!response.ok || !response.body) throw new Error(await response.text());

let rest = '';
for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + piece).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    if (!line.startsWith('data: ')) continue;
    const event = JSON.parse(line.slice(6));
    if (event.error) throw new Error(event.error);
    if (event.content) process.stdout.write(event.content);
  }
}
