import { expect } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { userTest } from './support/test.ts';

const REPLY = [
  '## Steeping',
  '',
  'Three **minutes** are enough. It is *green* tea.',
  '',
  '```js',
  'const minutes = 3;',
  '```',
  '',
  'Enjoy it.',
];

/** The sentence that is marked on the page. */
const markedText = () => [...(CSS.highlights.get('read') ?? [])].map(String).join('|');

/** Records each sentence in the page: one is over before a busy machine looks for it. */
function recordReading(): void {
  const reading: { titles: string[]; marks: string[] } = { titles: [], marks: [] };
  Object.assign(globalThis, { reading });
  const add = (list: string[], text: string) => text !== '' && text !== list.at(-1) && list.push(text);
  const look = () => {
    add(reading.titles, navigator.mediaSession.metadata?.title ?? '');
    add(reading.marks, [...(CSS.highlights.get('read') ?? [])].map(String).join('|'));
    setTimeout(look, 10);
  };
  look();
}

userTest(
  'a reply is read aloud with its sentence marked, by keyboard, and ends with its conversation',
  async ({ page, chat, account }) => {
    // Chromium has no voices here: this one speaks until the test ends its utterance.
    await page.addInitScript(() => {
      const voice = { localService: true, default: true, lang: 'en-US', name: 'Test', voiceURI: 'test' };
      const spoken: EventTarget[] = [];
      class Utterance extends EventTarget {
        readonly text: string;
        constructor(text: string) {
          super();
          this.text = text;
        }
      }
      const synthesis = {
        getVoices: () => [voice],
        speak: (utterance: EventTarget) => void spoken.push(utterance),
        cancel: () => {},
      };
      Object.defineProperty(globalThis, 'speechSynthesis', { value: Object.assign(new EventTarget(), synthesis) });
      Object.assign(globalThis, {
        SpeechSynthesisUtterance: Utterance,
        endUtterance: () => spoken.at(-1)?.dispatchEvent(new Event('end')),
      });
    });
    const id = await account.ask(`[[echo]]\n${REPLY.toReversed().join('\n')}`);
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(`/c/${id}`);
    await expect(chat.texts.last()).toContainText('Three minutes');
    await chat.turns.last().getByRole('button', { name: 'More options' }).press('Enter');
    const row = page.getByRole('menuitem', { name: 'Read aloud' });
    await row.press('Enter');
    const bar = page.getByRole('group', { name: 'Read aloud' });
    await expect(bar.getByRole('button', { name: 'Pause reading' })).toBeFocused();
    for (const sentence of ['Steeping', 'Three minutes are enough.', 'It is green tea.']) {
      await expect.poll(() => page.evaluate(markedText)).toBe(sentence);
      await page.evaluate('endUtterance()');
    }
    await expect.poll(() => page.evaluate(markedText)).toBe('const minutes = 3;');
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('button', { name: 'Go on reading' })).toBeFocused();
    await expectAccessible(page);
    await chat.startNewChat();
    await expect(bar).toHaveCount(0);
    expect(await page.evaluate(markedText)).toBe('');
    expect(problems).toEqual([]);
  },
);

userTest.describe('with a speech model', () => {
  // Its set-up starts two servers.
  userTest.describe.configure({ timeout: 150_000 });
  userTest.use({
    settings: async ({ stackWith }, use) => {
      const { sandboxUrl } = await stackWith({ FREE_MESSAGES: '1000' });
      const speech = { OPENAI_SPEECH_BASE_URL: `${sandboxUrl}/openai/v1`, OPENAI_SPEECH_MODEL: 'demo-speech' };
      await use({ FREE_MESSAGES: '1000', ...speech });
    },
  });

  userTest(
    'the speech model reads the sentences one after another in an audio element, also where no stream can be played',
    async ({ page, chat, account }) => {
      await page.addInitScript('delete globalThis.MediaSource');
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      const id = await account.ask('[[echo]] Red tea. Hot tea.');
      await page.goto(`/c/${id}`);
      await expect(chat.texts.last()).toContainText('Hot tea.');
      const spoken: string[] = [];
      page.on('request', (request) => {
        if (!request.url().endsWith('/api/audio/speech')) return;
        spoken.push((request.postDataJSON() as { sentence: string }).sentence);
      });
      await page.evaluate(recordReading);
      await chat.turns.last().getByRole('button', { name: 'More options' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Read aloud' }).press('Enter');
      await expect.poll(() => page.evaluate('reading.marks.length')).toBe(2);
      await expect(page.getByRole('group', { name: 'Read aloud' })).toHaveCount(0);
      const sentences = ['[[echo]] Red tea.', 'Hot tea.'];
      expect(await page.evaluate('reading')).toEqual({ titles: ['[[echo]] Red tea.'], marks: sentences });
      expect(spoken).toEqual(sentences);
      expect(problems).toEqual([]);
    },
  );

  userTest(
    'speech plays before all of it has loaded and stops with the reading, and the lock screen shows a pause',
    async ({ page, chat, account, stackWith }) => {
      await page.addInitScript(() => {
        const elements: HTMLAudioElement[] = [];
        const construct = (Native: typeof Audio) => elements[elements.push(new Native()) - 1] as HTMLAudioElement;
        Object.assign(globalThis, { Audio: new Proxy(Audio, { construct }), elements });
      });
      // Markdown keeps the word from scripting the reply. The speech falls silent after its first third of a second.
      const id = await account.ask('[[echo]] [[st**all**]] Red tea and green tea.');
      await page.goto(`/c/${id}`);
      await expect(chat.texts.last()).toContainText('[[stall]] Red tea');
      const readAloud = async () => {
        await chat.turns.last().getByRole('button', { name: 'More options' }).press('Enter');
        await page.getByRole('menuitem', { name: 'Read aloud' }).press('Enter');
      };
      await readAloud();
      await expect.poll(() => page.evaluate('elements[0]?.currentTime ?? 0')).toBeGreaterThan(0);
      const { modelRequests } = await stackWith({ FREE_MESSAGES: '1000' });
      const speech = async () => (await modelRequests()).findLast(({ path }) => path.endsWith('/speech'));
      expect(await speech()).toMatchObject({ deltas: 1 });
      expect(await speech()).not.toHaveProperty('ended');
      await page.getByRole('button', { name: 'Stop reading' }).press('Enter');
      await expect.poll(speech).toMatchObject({ closed: true });

      const lockScreen = () => page.evaluate(() => navigator.mediaSession.playbackState);
      await readAloud();
      await expect.poll(lockScreen).toBe('playing');
      await page.getByRole('button', { name: 'Pause reading' }).press('Enter');
      await expect.poll(lockScreen).toBe('paused');
      await page.getByRole('button', { name: 'Go on reading' }).press('Enter');
      await expect.poll(lockScreen).toBe('playing');
      await page.getByRole('button', { name: 'Stop reading' }).press('Enter');
      await expect.poll(lockScreen).toBe('none');
    },
  );
});
