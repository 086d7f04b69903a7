import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Plant {
  readonly file: string;
  readonly code: string;
  /** A part of the message expected for this file; null if none is expected. */
  readonly message: string | null;
}

const violations: readonly Plant[] = [
  plant('packages/core/src/a1.ts', "import 'express';", 'core imports nothing but eventsource-parser'),
  plant('packages/core/src/a2.ts', "import 'node:fs';", 'core imports nothing but eventsource-parser'),
  plant('packages/core/src/a3.ts', "import 'fs';", 'core imports nothing but eventsource-parser'),
  plant('packages/core/src/a4.ts', "export * from '../../ui/src/x.ts';", 'core imports nothing but eventsource-parser'),
  plant('packages/core/src/a5.ts', 'export const at = Date.now();', 'core has no clock of its own'),
  plant('packages/core/src/a6.ts', 'export const at = new Date();', 'core has no clock of its own'),
  plant('packages/core/src/a7.ts', 'export const at = Math.random();', 'core has no chance of its own'),
  plant('packages/core/src/a8.ts', 'export const at = document.title;', 'core runs everywhere'),
  plant('packages/core/src/a9.ts', 'export const at = process.env.HOME;', 'core has no settings of its own'),
  plant('packages/core/src/chat/a10.ts', "import 'zod';", 'Only core/api has schemas'),
  plant('packages/core/src/chat/a11.ts', "import { User } from '../api/user.ts'; User.parse(1);", 'Only core/api has'),
  plant(
    'packages/ui/src/api/b10.ts',
    "import { User } from '@parley/core/api'; User.parse(1);",
    'Clients load no schemas',
  ),
  plant('apps/web/src/b11.ts', "import 'zod';", 'Clients load no schemas'),
  plant('apps/desktop/src/renderer/b12.ts', "import '@parley/core/api';", 'Clients load no schemas'),
  plant('packages/ui/src/app/b1.ts', "import '@parley/api';", 'ui knows the server by its HTTP calls alone'),
  plant('packages/ui/src/app/b2.ts', "import '@parley/sandbox';", 'ui knows the server by its HTTP calls alone'),
  plant('packages/ui/src/app/b3.ts', "import 'node:path';", 'ui and web run in a browser'),
  plant('packages/ui/src/kit/b4.ts', "import '../stores/chat.ts';", 'kit is the bottom of ui'),
  plant(
    'packages/ui/src/kit/b5.ts',
    "import type { A } from '../api/a.ts'; export type B = A;",
    'kit is the bottom of ui',
  ),
  plant('packages/ui/src/api/b6.ts', "import '../stores/chat.ts';", 'ui/src/api is the bottom of ui'),
  plant('packages/ui/src/stores/b7.ts', "import '../features/chat/a.ts';", 'stores stand below features'),
  plant('packages/ui/src/features/chat/b8.ts', "import '../../app/a.ts';", 'features stand below app'),
  plant('packages/ui/src/features/chat/b9.ts', "import '../billing/a.ts';", 'One feature never imports another'),
  plant(
    'packages/ui/src/features/chat/deep/c1.ts',
    "import '../../billing/a.ts';",
    'One feature never imports another',
  ),
  plant('packages/ui/src/features/chat/c2.ts', "await import('../billing/a.ts');", 'One feature never imports another'),
  plant(
    'packages/ui/src/features/chat/c3.ts',
    "export const a = fetch('/api');",
    'Only packages/ui/src/api asks the server',
  ),
  plant(
    'packages/ui/src/stores/c4.ts',
    "export const a = window.fetch('/');",
    'Only packages/ui/src/api asks the server',
  ),
  plant(
    'packages/ui/src/features/chat/c6.ts',
    "import { X } from 'lucide'; export const a = X;",
    'One icon for one meaning',
  ),
  plant(
    'packages/ui/src/features/chat/c7.ts',
    "export const a = (day: Date) => day.toLocaleDateString('en-US');",
    'One date format',
  ),
  plant('apps/web/src/c5.ts', "import 'node:path';", 'ui and web run in a browser'),
  plant('apps/api/src/d1.ts', "import '@parley/ui';", 'api never imports a client'),
  plant(
    'apps/api/src/chat/d2.ts',
    "import OpenAI from 'openai'; export const a = OpenAI;",
    'Only apps/api/src/chat/model',
  ),
  plant(
    'apps/api/src/chat/d3.ts',
    "import type { A } from 'openai/x'; export type B = A;",
    'Only apps/api/src/chat/model',
  ),
  plant(
    'apps/api/src/chat/d11.ts',
    "import { request } from 'node:https'; request('x');",
    'Only apps/api/src/outgoing',
  ),
  plant('apps/api/src/chat/d12.ts', "import 'undici';", 'Only apps/api/src/outgoing'),
  plant('apps/api/src/chat/d13.ts', "export const a = fetch('https://example.com');", 'Only apps/api/src/outgoing'),
  plant(
    'apps/api/src/chat/d14.ts',
    "export const a = globalThis.fetch('https://example.com');",
    'Only apps/api/src/outgoing',
  ),
  plant(
    'apps/api/src/account/d17.ts',
    "new AppError('conflict', { message: 'Nobody can translate this.' });",
    'tag it with t',
  ),
  plant('apps/api/src/auth/d18.ts', 'new AppError("conflict", { message: `Only ${1} way.` });', 'tag it with t'),
  plant('apps/api/src/account/d4.ts', "import 'stripe';", 'Only apps/api/src/billing/stripe'),
  plant('apps/api/src/storage/sqlite/d5.ts', "import 'mongodb';", 'Only apps/api/src/storage/mongo'),
  plant('apps/api/src/http/d10.ts', "import 'redis';", 'Only apps/api/src/cluster/redis'),
  plant('apps/api/src/storage/sqlite/d6.ts', "import 'node:sqlite';", 'database.ts opens SQLite'),
  plant('apps/api/src/serve.ts', "import '@parley/sandbox';", 'api starts the sandbox only in serve.ts'),
  plant('apps/api/src/d7.ts', "await import('@parley/sandbox');", 'api starts the sandbox only in serve.ts'),
  plant(
    'apps/api/src/d8.ts',
    'export const a = process.env.PORT;',
    'Only apps/api/src/settings/config.ts reads the environment',
  ),
  plant('apps/api/src/d9.ts', "import '../../../packages/core/src/x.ts';", 'Import another package by its name'),
  plant('apps/web/e2e/d15.ts', "import '@parley/api/src/main.ts';", 'offers the exports of its package.json'),
  plant('bench/d16.ts', "import type { A } from '@parley/ui/src/a.ts'; export type B = A;", 'offers the exports'),
  plant('apps/api/src/d10.ts', "import 'electron';", 'Only apps/desktop knows Electron'),
  plant('apps/desktop/src/main/g1.ts', "import '@parley/ui';", 'main and preload know no page'),
  plant('apps/desktop/src/preload/g2.ts', "import '../renderer/a.ts';", 'main and preload know no page'),
  plant('apps/desktop/src/renderer/g3.ts', "import 'electron';", 'Pages of the desktop have nothing of Electron'),
  plant('apps/desktop/src/renderer/g4.ts', "import 'node:fs';", 'Pages of the desktop have nothing of Electron'),
  plant('apps/desktop/src/renderer/g5.ts', "export const a = fetch('/');", 'Only packages/ui/src/api asks the server'),
  plant('packages/sandbox/src/e1.ts', "import '@parley/api';", 'imports only @parley/core'),
  plant('packages/sandbox/src/e2.ts', "import OpenAI from 'openai'; export const a = OpenAI;", 'answers an SDK'),
  plant('packages/sandbox/src/e3.ts', 'export const a: any = 1;', 'Unexpected `any`'),
  plant('packages/sandbox/src/e4.ts', "import { e5 } from './e5.ts'; export const e4 = () => e5;", 'Dependency cycle'),
  plant('packages/sandbox/src/e5.ts', "import { e4 } from './e4.ts'; export const e5 = () => e4;", 'Dependency cycle'),
];

const allowed: readonly Plant[] = [
  plant('packages/core/src/f1.ts', "export * from 'eventsource-parser'; export * from './f0.ts';"),
  plant('packages/core/src/api/f12.ts', "import { z } from 'zod'; export const A = z.string();"),
  plant('packages/core/src/chat/f13.ts', "import type { A } from '../api/f12.ts'; export type B = A;"),
  plant('packages/core/src/chat/f14.ts', "export type * from '../api/f12.ts';"),
  plant('packages/core/src/f1.test.ts', "import 'vitest'; export const at = Date.now();"),
  plant('packages/core/src/f2.ts', 'export const at = new Date(0);'),
  plant('packages/ui/src/features/chat/f3.ts', "import '../../stores/a.ts'; import '../../kit/a.ts'; import './a.ts';"),
  plant('packages/ui/src/api/f4.ts', "export const a = fetch('/api');"),
  plant('packages/ui/src/app/f5.ts', "import '../features/chat/a.ts'; await import('../features/billing/a.ts');"),
  plant('apps/api/src/chat/model/f6.ts', "import 'openai';"),
  plant('apps/api/src/storage/sqlite/database/database.ts', "import 'node:sqlite';"),
  plant('apps/api/src/storage/sqlite/testing/dump.ts', "import 'node:sqlite';"),
  plant('apps/api/src/settings/config.ts', 'export const a = process.env.PORT;'),
  plant('apps/api/src/outgoing/f9.ts', "import http from 'node:http'; export const a = http.get('http://x');"),
  plant('apps/web/e2e/f15.ts', "import '@parley/api/testing/free-port'; import '@parley/core/api';"),
  plant('apps/api/src/f10.ts', "import type { Server } from 'node:http'; export type A = Server;"),
  plant('apps/api/src/mail/testing.ts', "import 'node:http'; export const a = fetch('http://127.0.0.1');"),
  plant(
    'apps/api/src/auth/f16.ts',
    "import { t } from '@parley/core'; new AppError('conflict', { message: t`Yes.` });",
  ),
  plant('apps/api/src/f11.test.ts', "import 'node:http'; export const a = fetch('http://127.0.0.1');"),
  plant('apps/api/src/f7.test.ts', "import '@parley/sandbox';"),
  plant(
    'apps/desktop/src/main/g6.ts',
    "import 'electron'; import 'node:fs'; import '@parley/core'; import '@parley/core/api';",
  ),
  plant('apps/desktop/src/renderer/g7.ts', "import '@parley/ui';"),
  plant('packages/sandbox/src/f8.ts', "import type { A } from 'openai'; export type B = A;"),
  plant('packages/sandbox/src/f8.test.ts', "import 'openai';"),
];

function plant(file: string, code: string, message: string | null = null): Plant {
  return { file, code, message };
}

const root = dirname(import.meta.dirname);

describe('the borders between packages and layers', () => {
  let tree: string;
  let reports: Map<string, string>;

  beforeAll(async () => {
    tree = realpathSync(mkdtempSync(join(tmpdir(), 'parley-borders-')));
    cpSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'));
    cpSync(join(root, 'scripts', 'lint'), join(tree, 'scripts', 'lint'), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction');
    for (const { file, code } of [...violations, ...allowed]) {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      writeFileSync(join(tree, file), `${code}\n`);
    }
    reports = await lint(tree);
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(violations)('the linter rejects $file: $message', ({ file, message }) => {
    expect(reports.get(file) ?? 'nothing was reported').toContain(message);
  });

  it.each(allowed)('the linter accepts $file', ({ file }) => {
    expect(reports.get(file)).toBeUndefined();
  });
});

/** Runs oxlint on a tree and returns its output by file. */
async function lint(tree: string): Promise<Map<string, string>> {
  const script = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [script, '--format=json', 'apps', 'packages', 'bench'], { cwd: tree }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; message: string; help?: string }[] };
  const reports = new Map<string, string>();
  for (const { filename, message, help } of diagnostics) {
    const file = filename.replaceAll('\\', '/');
    reports.set(file, `${reports.get(file) ?? ''}${message} ${help ?? ''}\n`);
  }
  return reports;
}
