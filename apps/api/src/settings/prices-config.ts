import { readJsonSetting } from './read-json-setting.ts';
import type { Settings } from './settings.ts';
import { PriceFile } from '../spending/prices.ts';

const EXAMPLE = '{ "date": "2026-11-23", "models": { "my-model": { "input": 2, "output": 10 } } }';

/** The operator's own prices; null without a file of them. Adds each problem, with its fix, to `problems`. */
export function readPrices({ PRICES }: Pick<Settings, 'PRICES'>, root: string, problems: string[]): PriceFile | null {
  if (PRICES === undefined) return null;
  return readJsonSetting({ setting: 'PRICES', path: PRICES, root, example: EXAMPLE, nameOf }, PriceFile, problems);
}

/** Names a place in the file, such as `input of my-model`. */
function nameOf(path: PropertyKey[]): string {
  if (path.length === 0) return 'the content';
  return path
    .slice(path[0] === 'models' && path.length > 1 ? 1 : 0)
    .toReversed()
    .map(String)
    .join(' of ');
}
