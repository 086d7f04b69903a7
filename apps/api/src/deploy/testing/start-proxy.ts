import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../testing/processes/free-port.ts';

const DEPLOY = join(import.meta.dirname, '../../../../../deploy');
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin'];

export interface Proxy {
  url: string;
  /** What it has logged. */
  log(): string;
  close(): Promise<void>;
}

/** Starts nginx with the configuration of compose.yaml in front of these servers. */
export function shippedNginx(program: string, [first, second]: string[]): Promise<Proxy> {
  const shipped = readFileSync(join(DEPLOY, 'nginx/compose.conf'), 'utf8')
    .replace('listen 80;', 'listen ADDRESS;')
    .replace('server api1:3000', `server ${first}`)
    .replace('server api2:3000', `server ${second}`);
  return startNginx(program, `types { text/html html; application/json json; } ${shipped}`);
}

/**
 * Starts nginx as Debian sets it up, including its "Welcome to nginx!" page, with the shipped site installed as its
 * instructions say. `certificate` and `key` are files for chat.example.com.
 */
export async function shippedSite(program: string, upstream: string, certificate: string, key: string) {
  const httpsPort = await freePort();
  const site = readFileSync(join(DEPLOY, 'nginx/parley.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', 'listen ADDRESS;')
    .replace('listen 443 ', `listen 127.0.0.1:${httpsPort} `)
    .replace('/etc/letsencrypt/live/chat.example.com/fullchain.pem', certificate)
    .replace('/etc/letsencrypt/live/chat.example.com/privkey.pem', key)
    .replace('server 127.0.0.1:3000', `server ${upstream}`);
  const debian = `server { listen ADDRESS default_server; server_name _; location / { return 200 "Welcome to nginx!"; } }`;
  const proxy = await startNginx(program, `${site} ${debian}`);
  return { ...proxy, httpsPort };
}

/** Starts nginx with its defaults, proxying to the first of these servers and compressing every response. */
export function plainNginx(program: string, [first]: string[]): Promise<Proxy> {
  const http = `gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;
    server { listen ADDRESS; location / { proxy_pass http://${first}; } }`;
  return startNginx(program, http);
}

async function startNginx(program: string, http: string): Promise<Proxy> {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path temp/${name};`);
  const config = (address: string) =>
    `daemon off; master_process off; pid nginx.pid; error_log stderr warn; events {}
     http { access_log off; ${paths.join(' ')}
     ${http.replaceAll('ADDRESS', address).replaceAll('/var/log/nginx/error.log', 'stderr')} }`;
  return run(program, (folder) => ['-p', folder, '-c', 'config'], config);
}

/** Starts Caddy with the shipped configuration in front of these servers. */
export function shippedCaddy(program: string, addresses: string[]): Promise<Proxy> {
  const shipped = readFileSync(join(DEPLOY, 'caddy/Caddyfile'), 'utf8')
    .replace('{$SITE_ADDRESS:chat.example.com}', 'http://ADDRESS')
    .replace('{$UPSTREAMS:api1:3000 api2:3000}', addresses.join(' '));
  const config = (address: string) => shipped.replace('\n{\n', '\n{\n\tadmin off\n').replace('ADDRESS', address);
  return run(program, (folder) => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'config')], config);
}

async function run(program: string, args: (folder: string) => string[], config: (address: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'));
  mkdirSync(join(folder, 'temp'));
  const address = `127.0.0.1:${await freePort()}`;
  writeFileSync(join(folder, 'config'), config(address));
  const child = spawn(program, args(folder), { env: { HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  const url = `http://${address}`;
  const look = async () => {
    const isReady = child.exitCode !== null || (await fetch(`${url}/readyz`)).ok;
    if (!isReady) throw new Error(`The proxy does not reach the server: ${output}`);
  };
  await vi.waitFor(look, { interval: 50 });
  if (child.exitCode !== null) throw new Error(`The proxy ended: ${output}`);
  return {
    url,
    log: () => output,
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Finds a program on this `PATH` or in the usual system folders; null if it is not installed. */
export function findProgram(name: string, path = ''): string | null {
  const folders = [...path.split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(existsSync) ?? null;
}
