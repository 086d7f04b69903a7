import { beforeEach, expect, it, vi } from 'vitest';
import { notifyReplyEnd } from './notify-reply-end.ts';

const shown = vi.hoisted(() => [] as { title: string; body: string }[]);
vi.mock('electron', () => ({
  Notification: class {
    static isSupported = () => true;
    readonly #said: { title: string; body: string };

    constructor(said: { title: string; body: string }) {
      this.#said = said;
    }

    on(): void {}

    show(): void {
      shown.push(this.#said);
    }
  },
}));

beforeEach(() => void shown.splice(0));

it.each([
  ['linux', 'Put it into a &lt;div&gt; &amp; close it.'],
  ['darwin', 'Put it into a <div> & close it.'],
  ['win32', 'Put it into a <div> & close it.'],
])('shows a reply with tags as it is written on %s', (platform, body) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform);
  notifyReplyEnd({ conversationId: '1', title: 'A & B', text: 'Put it into a <div> & close it.' }, null, () => {});
  expect(shown).toEqual([{ title: 'A & B', body }]);
});
