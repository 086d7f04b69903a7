// The floor: a bare pipe. node pipe-server.ts <upstream URL>
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const upstream = `${process.argv[2]}/responses`;

const server = createServer((incoming, response) => {
  incoming.pipe(
    request(upstream, { method: 'POST' }, (answer) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
      answer.pipe(response);
    }),
  );
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
