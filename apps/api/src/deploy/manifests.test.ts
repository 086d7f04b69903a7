import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { DEFAULT_LIMITS } from '../chat/model/model-limits.ts';
import { WORK_LIMITS } from '../limits/work-limits.ts';
import { readConfig, SETTING_NAMES } from '../settings/config.ts';
import { listRoutes } from '../testing/list-routes.ts';
import { findProgram } from './testing/start-proxy.ts';
import { METRICS_TOKEN, startTestServer, type TestServer } from '../testing/test-server.ts';

const ROOT = join(import.meta.dirname, '../../../..');

/** How long proxies wait for a response that is no stream. */
const LONGEST_RESPONSE_S = 240;
/** How long a document's process may take. */
const MEASURING_S = 30;

type Yaml = Record<string, unknown>;

function readYaml(path: string): Yaml[] {
  return parseAllDocuments(readFileSync(join(ROOT, path), 'utf8'), { merge: true }).map((document) => {
    expect(document.errors, path).toEqual([]);
    return document.toJS() as Yaml;
  });
}

const KUBERNETES = readdirSync(join(ROOT, 'deploy/kubernetes')).map((name) => `deploy/kubernetes/${name}`);
const FILES = ['compose.yaml', 'deploy/prometheus/alerts.yaml', ...KUBERNETES];

/** Every value of this key, at any depth. */
function allOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...allOf(inner, key)]);
}

const keysOf = (value: unknown) => Object.keys((value ?? {}) as object);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each(FILES)('%s is valid YAML', (path) => {
  expect(readYaml(path).length).toBeGreaterThan(0);
});

describe('every configured setting', () => {
  it('every setting in compose.yaml exists', () => {
    const names = allOf(readYaml('compose.yaml')[0]?.services, 'environment').flatMap(keysOf);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(SETTING_NAMES).toContain(name);
  });

  it.each(['deploy/kubernetes/config.yaml', 'deploy/kubernetes/secret.example.yaml'])(
    'every setting in %s exists',
    (path) => {
      const names = readYaml(path).flatMap(({ data, stringData }) => [...keysOf(data), ...keysOf(stringData)]);
      expect(names.length).toBeGreaterThan(4);
      for (const name of names) expect(SETTING_NAMES).toContain(name);
    },
  );
});

it('the README has a row for every setting, and for nothing else', () => {
  const [, table = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n## Settings\n');
  const named = [...table.matchAll(/^\| (`[^|]+?) +\|/gm)].flatMap(([, names = '']) => {
    const [first = '', ...others] = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    // `_MONTHLY` after `STRIPE_PRICE_WEEKLY` stands for `STRIPE_PRICE_MONTHLY`.
    return [first, ...others.map((name) => (name.startsWith('_') ? first.replace(/_[A-Z]+$/, name) : name))];
  });
  // NODE_ENV is described below the table.
  expect([...named, 'NODE_ENV'].toSorted()).toEqual(SETTING_NAMES.toSorted());
});

it('a server does not start with an empty secret', () => {
  const manifests = ['config.yaml', 'secret.example.yaml'].flatMap((name) => readYaml(`deploy/kubernetes/${name}`));
  const environment = Object.assign({}, ...manifests.flatMap(({ data, stringData }) => [data, stringData]));
  const filledIn = Object.entries<string>(environment).filter(([, value]) => value !== '');
  expect(() => readConfig(Object.fromEntries(filledIn), ROOT)).toThrow(/JWT_SECRET/);
});

it('every probed path is a route', () => {
  const probed = KUBERNETES.flatMap(readYaml).flatMap((manifest) =>
    allOf(manifest, 'httpGet').map((probe) => (probe as { path: string }).path),
  );
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const healthcheck = /HEALTHCHECK[\s\S]*?\}(\/\w+)`/.exec(dockerfile)?.[1];
  const caddy = /health_uri (\S+)/.exec(readFileSync(join(ROOT, 'deploy/caddy/Caddyfile'), 'utf8'))?.[1];
  expect(new Set(probed)).toEqual(new Set(['/healthz', '/readyz']));
  for (const path of [...probed, healthcheck, caddy]) expect(listRoutes(server.handler)).toContain(`get ${path}`);
});

it('Kubernetes selectors match the labels, and every resource exists', () => {
  const deployment = readYaml('deploy/kubernetes/deployment.yaml')[0];
  const labels = allOf(deployment, 'labels');
  for (const path of ['service.yaml', 'disruption-budget.yaml', 'deployment.yaml']) {
    const [manifest] = readYaml(`deploy/kubernetes/${path}`);
    const selectors = [...allOf(manifest, 'matchLabels'), ...allOf(manifest, 'selector')].filter(
      (selector) => !keysOf(selector).includes('matchLabels'),
    );
    expect(selectors.length).toBeGreaterThan(0);
    for (const selector of selectors) expect(labels).toContainEqual(selector);
  }
  const [kustomization] = readYaml('deploy/kubernetes/kustomization.yaml');
  for (const name of (kustomization?.resources ?? []) as string[])
    expect(KUBERNETES).toContain(`deploy/kubernetes/${name}`);
});

it('the ingress waits below /v1 as long as a whole reply takes, and elsewhere for the slowest other response', () => {
  const waits = readYaml('deploy/kubernetes/ingress.yaml').map((ingress) => [
    ...allOf(ingress, 'path'),
    Number(allOf(ingress, 'nginx.ingress.kubernetes.io/proxy-read-timeout')),
  ]);
  expect(waits).toEqual([
    ['/', LONGEST_RESPONSE_S],
    ['/v1', 660],
  ]);
});

it('the route of the Gateway API limits no request to the service', () => {
  const routes = readYaml('deploy/kubernetes/gateway.example.yaml').filter(({ kind }) => kind === 'HTTPRoute');
  const rules = allOf(routes, 'rules').flat() as Yaml[];
  const toService = rules.filter(({ backendRefs }) => backendRefs);
  expect(toService.map(({ timeouts }) => timeouts)).toEqual([{ request: '0s' }]);
});

it.each(['compose.conf', 'parley.conf'])('nginx waits for the slowest response with %s', (name) => {
  const { transcriptions, uploads, bodies, documents } = WORK_LIMITS;
  const places = Math.max(transcriptions.waitSeconds, uploads.waitSeconds) + bodies.waitSeconds + documents.waitSeconds;
  expect(places + MEASURING_S + DEFAULT_LIMITS.transcriptionMs / 1000).toBeLessThan(LONGEST_RESPONSE_S);
  const conf = readFileSync(join(ROOT, 'deploy/nginx', name), 'utf8');
  const [whole = ''] = /location \/ \{\s+proxy_pass [^}]+\}/.exec(conf) ?? [];
  expect(whole).toContain(`proxy_read_timeout ${LONGEST_RESPONSE_S}s;`);
});

it('every file that compose.yaml mounts exists', () => {
  const mounts = allOf(readYaml('compose.yaml')[0]?.services, 'volumes').flat() as string[];
  const files = mounts.map((mount) => mount.split(':')[0] ?? '').filter((path) => path.startsWith('.'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(existsSync(join(ROOT, file)), file).toBe(true);
});

it('the logs of compose.yaml rotate', () => {
  const services = (readYaml('compose.yaml')[0]?.services ?? {}) as Record<string, Yaml>;
  for (const [name, { logging }] of Object.entries(services)) expect(logging, name).toEqual({ driver: 'local' });
});

it.each(['compose.conf', 'parley.conf'])('nginx logs no address with %s', (name) => {
  const servers = readFileSync(join(ROOT, 'deploy/nginx', name), 'utf8')
    .split(/^server \{$/m)
    .slice(1);
  expect(servers.length).toBeGreaterThan(0);
  const lines = '    access_log off;\n    error_log /var/log/nginx/error.log crit;\n';
  for (const server of servers) expect(server).toContain(lines);
});

it('ingress-nginx logs no requests', () => {
  for (const ingress of readYaml('deploy/kubernetes/ingress.yaml'))
    expect(allOf(ingress, 'nginx.ingress.kubernetes.io/enable-access-log')).toEqual(['false']);
});

describe('the systemd unit', () => {
  const path = join(ROOT, 'deploy/systemd/parley.service');
  const unit = readFileSync(path, 'utf8');
  const analyze = findProgram('systemd-analyze', process.env.PATH);

  it.skipIf(analyze === null)('systemd accepts the unit', async () => {
    // The operator's executable path may differ from this machine's.
    const folder = mkdtempSync(join(tmpdir(), 'parley-unit-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const own = join(folder, 'parley.service');
    writeFileSync(own, unit.replace('/usr/bin/node', process.execPath));
    const { stdout, stderr } = await promisify(execFile)(analyze ?? '', ['verify', own]);
    expect(stdout + stderr).toBe('');
  });

  it('the command that its header names for a backup has the settings of the service', () => {
    const [, settings] = /^EnvironmentFile=(\S+)$/m.exec(unit) ?? [];
    const [, folder] = /^Environment=(DATA_DIR=\S+)$/m.exec(unit) ?? [];
    const [command = ''] = /^# +systemd-run [^]+? backup /m.exec(unit) ?? [];
    expect(command).toContain(`EnvironmentFile=${settings} `);
    expect(command).toContain(`-E ${folder} `);
  });

  it('the systemd unit uses known settings, starts an existing file and waits for running replies', () => {
    for (const [, name] of unit.matchAll(/^Environment=(\w+)=/gm)) expect(SETTING_NAMES).toContain(name);
    expect(existsSync(join(ROOT, /^ExecStart=\S+ (\S+)$/m.exec(unit)?.[1] ?? 'none'))).toBe(true);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(45);
  });
});

it('every base image has an exact version', () => {
  const images = [
    ...readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/^FROM (\S+:\S+)/gm),
    ...['compose.yaml', '.github/workflows/check.yml'].flatMap((name) => [
      ...readFileSync(join(ROOT, name), 'utf8').matchAll(/^ +image: (\S+:\S+)/gm),
    ]),
  ].map(([, image]) => image);
  expect(images.length).toBeGreaterThan(4);
  for (const image of images) expect(image).toMatch(/:\d+\.\d+\.\d+(-|$)/);
});

it('every workflow action is pinned to a commit', () => {
  const folder = join(ROOT, '.github/workflows');
  const uses = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.includes('uses: ') && !line.includes('uses: ./')),
  );
  expect(uses.length).toBeGreaterThan(3);
  for (const line of uses) expect(line).toMatch(/uses: [\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
});

it('every metric in the alerts exists', async () => {
  const token = await server.signUp();
  await (await server.send(token, { text: 'Hello' })).all();
  const response = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  const known = [...(await response.text()).matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`] : [name],
  );
  const rules = allOf(readYaml('deploy/prometheus/alerts.yaml')[0], 'expr') as string[];
  const asked = rules.flatMap((rule) => rule.match(/\b(?:parley|process|nodejs)_\w+/g) ?? []);
  expect(asked.length).toBeGreaterThan(8);
  for (const name of asked) expect(known).toContain(name);
});
