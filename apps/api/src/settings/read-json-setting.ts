import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import { brokenLineOf, lineOf, repeatedKeys } from '../json-lines.ts';

/** Most problems of a file that are shown. */
const MOST_PROBLEMS = 20;

/** A file that a setting names. */
export interface SettingFile {
  /** The name of the setting. */
  setting: string;
  /** What the setting says. */
  path: string;
  /** The folder of the program. */
  root: string;
  /** What the file must look like. */
  example: string;
  /** Names the place of a problem, such as `input of my-model`. */
  nameOf(path: PropertyKey[], content: unknown): string;
}

/** A problem with the entry at this path. */
export interface FileProblem {
  path: PropertyKey[];
  /** What the entry must be, after its name. */
  message: string;
}

/**
 * Reads a JSON file that a setting names. Adds each problem to `problems`, with its line and the fix, and returns null
 * when there are any. `check` finds those that the schema cannot.
 */
export function readJsonSetting<T extends z.ZodType>(
  file: SettingFile,
  schema: T,
  problems: string[],
  check: (content: z.output<T>) => FileProblem[] = () => [],
): z.output<T> | null {
  const path = resolve(file.root, file.path);
  const text = readText(file.setting, path, problems);
  if (text === null) return null;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    const line = brokenLineOf(text);
    problems.push(`${file.setting}: ${path} is not JSON from line ${line} on; it must look like ${file.example}`);
    return null;
  }
  const { data, error } = schema.safeParse(content);
  const repeated = repeatedKeys(text).map((entry) => ({ path: entry, message: 'is there twice; remove one of them' }));
  const wrong = data === undefined ? (error?.issues ?? []).flatMap(describe) : check(data);
  const found = [...repeated, ...wrong];
  for (const { path: entry, message } of found.slice(0, MOST_PROBLEMS)) {
    const name = file.nameOf(entry, content);
    problems.push(`${file.setting}: in line ${lineOf(text, entry)} of ${path}, ${name} ${message}`);
  }
  const more = found.length - MOST_PROBLEMS;
  if (more > 0) problems.push(`${file.setting}: ${path} has ${more.toLocaleString('en-US')} more problems`);
  return data === undefined || found.length > 0 ? null : data;
}

function readText(setting: string, path: string, problems: string[]): string | null {
  try {
    // Some editors of Windows begin a file with a byte order mark.
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push(`${setting}: can’t read ${path} (${code}); name a JSON file that this user can read`);
    return null;
  }
}

function describe(issue: z.core.$ZodIssue): FileProblem[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: [...issue.path, key],
    message: 'is unknown; remove it or correct its name',
  }));
}
