import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../paths.mjs';
import { findProblems } from './find-problems.mjs';
import { readChangelog } from './read-changelog.mjs';
import { writeChecksums } from './write-checksums.mjs';

const LONG_MS = 300_000;
const CHANGELOG =
  '# Changelog\n\nNewest first.\n\n## 1.2.3\n\n### For people\n\n- Tea.\n\n## 1.2.2\n\n- Coffee.\n\n## 1.2.1\n';
const READY = {
  tag: 'v1.2.3',
  version: '1.2.3',
  desktopVersion: '1.2.3',
  changelog: CHANGELOG,
  schema: 7,
  dumps: ['06-1.2.2.sql', '07-1.2.3.sql'],
};
const release = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/release.mjs'), ...args], { cwd: root });

it('the changelog has a text for each version, without its heading', () => {
  expect(readChangelog(CHANGELOG)).toEqual([
    { version: '1.2.3', notes: '### For people\n\n- Tea.' },
    { version: '1.2.2', notes: '- Coffee.' },
    { version: '1.2.1', notes: '' },
  ]);
  expect(readChangelog('# Changelog\n')).toEqual([]);
});

it('a tag that agrees with the versions, the changelog and a stored database can be released', () => {
  expect(findProblems(READY)).toEqual([]);
});

it.each([
  [{ tag: '1.2.3' }, 'The tag 1.2.3 is not v and a version, such as v1.2.3.'],
  [{ tag: 'v1.2' }, 'The tag v1.2 is not v and a version, such as v1.2.3.'],
  [{ version: '1.2.2' }, 'package.json has version 1.2.2, the tag 1.2.3.'],
  [{ desktopVersion: '1.2.2' }, 'apps/desktop/package.json has version 1.2.2, the tag 1.2.3.'],
  [{ changelog: '# Changelog\n\n## 1.2.2\n\n- Coffee.' }, 'CHANGELOG.md has no section “## 1.2.3”.'],
  [{ changelog: '## 1.2.3\n\n## 1.2.2\n\n- Coffee.' }, 'The section “## 1.2.3” of CHANGELOG.md is empty.'],
  [
    { changelog: `## 1.3.0\n\n- Milk.\n\n${CHANGELOG}` },
    'CHANGELOG.md begins with 1.3.0. The newest version comes first.',
  ],
  [
    { schema: 8 },
    'No stored database has schema 8. Run node apps/api/src/storage/testing/store-databases.ts and commit its files.',
  ],
])('a tag cannot be released with %j', (change, problem) => {
  expect(findProblems({ ...READY, ...change })).toEqual([problem]);
});

it('the check of a tag names everything that is wrong, and fails', { timeout: LONG_MS }, async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect((await release('notes', `v${version}`)).stdout).toMatch(/^\S/);
  const failed = {
    code: 1,
    stderr: expect.stringMatching(/^v999\.0\.0 cannot be released:\n- package\.json has .+\n- apps/),
  };
  await expect(release('check', 'v999.0.0')).rejects.toMatchObject(failed);
  await expect(release('notes', 'v999.0.0')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no section'),
  });
  await expect(release('check')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('Usage:') });
  await expect(release('constructor', 'x')).rejects.toMatchObject({ code: 1 });
});

it('checksums cover every other file of a folder, and can be written again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sums-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'b'), 'tea');
  writeFileSync(join(folder, 'a'), '');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  for (let times = 0; times < 2; times++) {
    writeChecksums(folder);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(`${hash('')}  a\n${hash('tea')}  b\n`);
  }
});

// It builds the client once more.
it.runIf(process.env.PARLEY_TEST_ALL)(
  'the files of a release are the static client, the packages in it, their licenses and checksums',
  { timeout: LONG_MS },
  async () => {
    mkdirSync(join(root, 'dist'), { recursive: true });
    const folder = mkdtempSync(join(root, 'dist/release-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await release('files', 'https://api.example.com', folder);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const names = ['sbom.cdx.json', 'static.tar.gz', 'third-party-notices.txt'].map(
      (name) => `parley-${version}-${name}`,
    );
    expect(readdirSync(folder).toSorted()).toEqual(['SHA256SUMS', ...names]);
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
    for (const [index, name] of names.entries()) {
      const hash = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      expect(sums[index]).toBe(`${hash}  ${name}`);
    }
    const bom = JSON.parse(readFileSync(join(folder, names[0] ?? ''), 'utf8')) as {
      bomFormat: string;
      metadata: { component: { name: string; version: string } };
      components: { name: string }[];
    };
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'parley', version } } });
    const packages = bom.components.map(({ name }) => name);
    expect(packages).toEqual(expect.arrayContaining(['openai', 'stripe', 'react', 'mongodb']));
    for (const name of ['vitest', 'oxlint']) expect(packages).not.toContain(name);
    const { stdout } = await promisify(execFile)('tar', ['-tzf', join(folder, names[1] ?? '')]);
    expect(stdout.split('\n')).toContain(`parley-${version}-static/index.html`);
  },
);

it('the workflow runs each command that the release consists of, on tags only', () => {
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  expect(workflow).toContain("tags: ['v*']");
  expect(workflow).not.toMatch(/branches|pull_request/);
  for (const command of ['check "$TAG"', 'notes "$TAG"', 'files "$API_URL"', 'sums release']) {
    expect(workflow).toContain(`node scripts/release.mjs ${command}`);
  }
  // A tag is text from outside: it reaches a shell only as a variable.
  expect(workflow.match(/run: [^\n]*\$\{\{|^ {10}[^\n]*\$\{\{ github\.ref/gm)).toBeNull();
  for (const part of [
    'linux/amd64,linux/arm64',
    'attest-build-provenance',
    '--draft',
    './.github/workflows/desktop.yml',
  ]) {
    expect(workflow).toContain(part);
  }
});
