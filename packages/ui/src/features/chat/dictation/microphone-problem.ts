import { t } from '@parley/core';
const SENTENCES: Record<string, string> = {
  NotAllowedError: t`The microphone is blocked. Allow it in the settings of your browser or system, and try again.`,
  NotFoundError: t`No microphone was found. Connect one and try again.`,
  NotReadableError: t`The microphone is used by another app. Close it there and try again.`,
  AbortError: t`The microphone is used by another app. Close it there and try again.`,
};

/** Whether this browser can record on this page; browsers hide the microphone from pages without https. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined;
}

export const CANNOT_RECORD = t`This browser can’t record here. Open this page with https:// in a current browser.`;

/** Why the microphone did not start, as a sentence for the user. */
export function microphoneProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  return SENTENCES[name] ?? t`The microphone didn’t start. Try again.`;
}
