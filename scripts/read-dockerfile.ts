import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

export interface Copy {
  /** The stage that it is copied from; null: from the checkout. */
  from: string | null;
  sources: string[];
  target: string;
}

export interface Stage {
  /** The image, or the stage, that it begins with. */
  base: string;
  name: string | null;
  copies: Copy[];
  runs: string[];
}

/** The stages of the Dockerfile at the root, as far as a test looks at them. */
export function readDockerfile(): Stage[] {
  const stages: Stage[] = [];
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, ' ');
  for (const line of text.split('\n')) {
    const [, base, name] = /^FROM (\S+)(?: AS (\S+))?$/.exec(line) ?? [];
    if (base !== undefined) stages.push({ base, name: name ?? null, copies: [], runs: [] });
    const [, from, paths] = /^COPY (?:--from=(\S+) )?(.+)$/.exec(line) ?? [];
    if (paths !== undefined) {
      const parts = paths.split(' ');
      stages.at(-1)?.copies.push({ from: from ?? null, sources: parts.slice(0, -1), target: parts.at(-1) ?? '' });
    }
    const [, run] = /^RUN (.+)$/.exec(line) ?? [];
    if (run !== undefined) stages.at(-1)?.runs.push(run);
  }
  return stages;
}
