// The floor, in a process of its own: a bare page that sends a question, and a server that writes it to the disk and asks
// the provider.
import { fdatasyncSync, openSync, writeSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const [, , file = '', providerUrl = ''] = process.argv;
const log = openSync(file, 'a');
const PAGE = `<!doctype html><meta charset="utf-8" /><title>Floor</title>
<textarea aria-label="Message"></textarea><main data-thread></main>
<script>
  const [box, main] = [document.querySelector('textarea'), document.querySelector('main')];
  box.addEventListener('keydown', async (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const reply = main.appendChild(document.createElement('div'));
    reply.className = 'prose';
    const { body } = await fetch('/api/chat/stream', { method: 'POST', body: box.value });
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    box.value = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const [, delta] = /"delta":"([^"]*)/.exec(value) ?? [];
      if (delta) reply.textContent += delta;
    }
  });
</script>`;

const server = createServer(async (asked, answer) => {
  if (asked.method !== 'POST') {
    answer.writeHead(200, { 'Content-Type': 'text/html' }).end(asked.url === '/' ? PAGE : '');
    return;
  }
  const question = await text(asked);
  writeSync(log, question);
  fdatasyncSync(log);
  answer.writeHead(200, { 'Content-Type': 'text/event-stream' });
  request(`${providerUrl}/responses`, { method: 'POST' }, (response) => response.pipe(answer)).end(question);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
