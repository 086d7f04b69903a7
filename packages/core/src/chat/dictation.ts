import { t } from '../language/translate.ts';

/** The longest recording that the server transcribes. */
export const DICTATION_LIMITS = { seconds: 300, bytes: 10 * 1024 * 1024 };

export const RECORDING_TOO_LONG = t`A recording can be up to 5 minutes long.`;
export const RECORDING_TOO_LARGE = t`A recording can be up to 10 MB.`;
