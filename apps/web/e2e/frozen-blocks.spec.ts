import { expect, type Page } from '@playwright/test';
import { userTest } from './support/test.ts';

/** Records changes to finished blocks of the streaming reply until two frames after its end. */
function watchBlocks(page: Page): Promise<{ finished: number; changes: string[] }> {
  return page.evaluate(async () => {
    interface Seen {
      node: Element;
      text: string;
      top: number;
      height: number;
    }
    const seen: Seen[] = [];
    const changes: string[] = [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isStreaming = () => document.querySelector('main button[aria-label="Stop"]') !== null;
    // A footnote's text arrives at the end of the reply, in the margin beside the block that cites it.
    const words = (block: Element) => {
      const copy = block.cloneNode(true) as Element;
      for (const note of copy.querySelectorAll('[role=note]')) note.remove();
      return copy.textContent ?? '';
    };
    const look = () => {
      const prose = document.querySelector('main .prose');
      if (!prose) return;
      const from = prose.getBoundingClientRect().top;
      const blocks = [...prose.querySelectorAll(':scope > * > *')].map((node): Seen => {
        const { top, height } = node.getBoundingClientRect();
        return { node, text: words(node), top: top - from, height };
      });
      for (const [index, before] of seen.entries()) {
        const now = blocks[index];
        const name = `block ${index} (${before.text.slice(0, 30)})`;
        if (now?.node !== before.node) changes.push(`${name} is another node`);
        else if (now.text !== before.text) changes.push(`${name} reads "${now.text}"`);
        else if (Math.abs(now.top - before.top) > 0.5) changes.push(`${name} moved by ${now.top - before.top} px`);
        else if (Math.abs(now.height - before.height) > 0.5) changes.push(`${name} is ${now.height} px high`);
      }
      // Only text finishes the block before it: a caret alone may be in a paragraph of its own.
      const last = blocks.findLastIndex(({ text }) => text.trim() !== '');
      seen.push(...blocks.slice(seen.length, Math.max(seen.length, last)));
    };
    while (!document.querySelector('main .prose')) await frame();
    while (isStreaming() && changes.length === 0) {
      look();
      await frame();
    }
    await frame();
    look();
    await frame();
    look();
    return { finished: seen.length, changes };
  });
}

userTest(
  'finished blocks keep their nodes, text, and positions while a reply streams and ends',
  async ({ page, chat, account }) => {
    // Loads what replies need: a font, a formula or a diagram that came later would move lines.
    await page.goto(`/c/${await account.ask('[[fast]] [[sample]]')}`);
    await expect(page.locator('main .katex').first()).toBeVisible();
    await expect(page.getByRole('img', { name: 'Diagram' })).toHaveJSProperty('complete', true);
    await chat.startNewChat();
    await page.evaluate(() => document.fonts.ready);
    const watching = watchBlocks(page);
    await chat.ask('[[sample]]');
    const { finished, changes } = await watching;
    expect(changes).toEqual([]);
    expect(finished).toBeGreaterThan(15);
  },
);
