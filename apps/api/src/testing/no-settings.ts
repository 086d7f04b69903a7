import { SETTING_NAMES } from '../config.ts';

/**
 * Sets every setting to an empty value, which overrides a developer's `.env`, so that tests run alike on every machine.
 */
export const NO_SETTINGS: Record<string, string> = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']));
