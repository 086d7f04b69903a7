import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { spokenWav } from '@parley/sandbox/testing/recordings';
import { signedIn } from './support/account.ts';
import { chatOn } from './support/pages/chat.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { userTest } from './support/test.ts';

/** A browser whose microphone plays these words again and again. */
const speakingTest = userTest.extend<{ words: string; speaker: Page }>({
  words: ['Buy milk', { option: true }],
  speaker: async ({ words, stack, account, launchOptions }, use) => {
    const file = join(mkdtempSync(join(tmpdir(), 'parley-microphone-')), 'words.wav');
    writeFileSync(file, spokenWav(words));
    const browser = await chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-audio-capture=${file}`,
      ],
    });
    const context = await browser.newContext({
      baseURL: stack.url,
      storageState: signedIn(stack, account),
      reducedMotion: 'reduce',
    });
    await use(await context.newPage());
    await browser.close();
  },
});

function dictationOn(page: Page) {
  const bar = page.getByRole('group', { name: 'Dictation' });
  const button = (name: string) => bar.getByRole('button', { name, exact: true });
  return {
    bar,
    begin: page.getByRole('button', { name: 'Dictate', exact: true }),
    time: bar.getByRole('timer'),
    done: button('Done'),
    cancel: button('Cancel'),
    transcribe: button('Transcribe'),
    /** Waits until the microphone has recorded this many seconds. */
    recorded: (seconds: number) =>
      expect
        .poll(async () => {
          const [minutes = 0, rest = 0] = ((await bar.getByRole('timer').textContent()) ?? '')
            .split(/[: /]+/)
            .map(Number);
          return minutes * 60 + rest;
        })
        .toBeGreaterThanOrEqual(seconds),
  };
}

speakingTest(
  'dictated words land at the caret of the draft, also after a reload, and are not sent',
  async ({ speaker: page, stack }) => {
    const chat = chatOn(page);
    const dictation = dictationOn(page);
    await page.goto('/');
    await chat.box.fill('First: . Then rest.');
    await chat.box.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(7, 7));
    await dictation.begin.click();
    await expect(dictation.done).toBeFocused();
    await dictation.recorded(4);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(chat.box).toHaveValue(/^First: .*\bBuy milk\b.*\. Then rest\.$/);
    await expect(chat.box).toHaveValue(/^First: (Buy|milk|Buy milk| )+\. Then rest\.$/);
    await expect(dictation.bar).toHaveCount(0);
    await expect(chat.box).toBeFocused();

    await chat.box.fill('');
    await dictation.begin.click();
    await dictation.recorded(4);
    await page.reload();
    await expect(dictation.bar.getByRole('alert')).toHaveText('This recording hasn’t been transcribed yet.');
    await expectAccessible(page);
    await dictation.transcribe.click();
    await expect(chat.box).toHaveValue(/Buy milk/);
    await expect(dictation.bar).toHaveCount(0);
    await page.reload();
    await expect(chat.box).toHaveValue(/Buy milk/);
    await expect(dictation.begin).toBeVisible();
    const transcribing = '/openai/v1/audio/transcriptions';
    expect((await stack.modelRequests()).map(({ path }) => path)).toEqual([transcribing, transcribing]);
  },
);
