import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../paths.mjs';
import { noticesPath } from '../write-notices.mjs';
import { writeChecksums } from './write-checksums.mjs';

/**
 * Fills a folder with the files of a release that are the same for every system: the static client for this API, the
 * packages in it (CycloneDX), their licenses, and the checksums of all.
 * @throws with the output of the step that failed
 */
export function buildFiles({ node, pnpm }, { apiUrl, version, folder }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const name = `parley-${version}`;
  const built = mkdtempSync(join(dirname(folder), 'static-'));
  try {
    const client = join(built, `${name}-static`);
    run(node, [join(root, 'scripts', 'build-static.mjs'), apiUrl, client]);
    run('tar', ['-czf', join(folder, `${name}-static.tar.gz`), '-C', built, basename(client)]);
  } finally {
    rmSync(built, { recursive: true });
  }
  const bom = join(folder, `${name}-sbom.cdx.json`);
  const format = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  run(node, [pnpm, 'sbom', '--prod', ...format, '--out', bom]);
  copyFileSync(noticesPath, join(folder, `${name}-${basename(noticesPath)}`));
  writeChecksums(folder);
}

function run(file, args) {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${basename(file)} ${args.join(' ')} failed.\n${stdout}${stderr}${error ?? ''}`);
}
