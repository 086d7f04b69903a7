import { connect } from 'node:net';

/**
 * Requests `path` without reading the response, from a Unix socket if `url` is the path of one. Returns a function that
 * closes the connection.
 */
export function stalledReader(url: string, path: string, token: string): () => void {
  const { hostname, port, host } = URL.parse(url) ?? { hostname: '', port: 0, host: 'localhost' };
  const socket = connect(hostname === '' ? { path: url } : { host: hostname, port: Number(port) });
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return () => void socket.destroy();
}
