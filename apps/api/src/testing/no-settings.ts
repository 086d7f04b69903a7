import { SETTING_NAMES } from '../config.ts';

/** Every setting with an empty value, which wins over a developer's own `.env`: what runs is the same on every machine. */
export const NO_SETTINGS: Record<string, string> = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
