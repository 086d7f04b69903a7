import { loadavg } from 'node:os';
import { launchChromium } from '../conversations/launch-chromium.ts';
import { measureDictation } from './measure-dictation.ts';
import { measureSpeech } from './measure-speech.ts';

/** Measures how soon speech is heard, and the memory of a dictation of five minutes, which takes as long. */
export async function run(): Promise<string> {
  const browser = await launchChromium();
  const speech = await measureSpeech(browser).finally(() => browser.close());
  const load = () => `At a load of ${loadavg()[0]?.toFixed(1)}:`;
  const speechLoad = load();
  const dictation = await measureDictation();
  return [speechLoad, speech, load(), dictation].join('\n\n');
}

if (import.meta.main) console.log(await run());
