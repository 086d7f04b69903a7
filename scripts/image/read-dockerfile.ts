import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

export interface Copy {
  /** The source stage; null means the checkout. */
  from: string | null;
  sources: string[];
  target: string;
}

export interface Stage {
  /** The base image or stage. */
  base: string;
  name: string | null;
  copies: Copy[];
  runs: string[];
}

/** Parses the stages of the root Dockerfile, as far as tests need them. */
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
