import { expect, type Locator, type Page } from '@playwright/test';

/** Page object of the chat. */
export interface Chat {
  box: Locator;
  send: Locator;
  stop: Locator;
  /** Messages and replies, oldest first. */
  turns: Locator;
  questions: Locator;
  /** The rendered text of the replies. */
  texts: Locator;
  retry: Locator;
  sidebar: Locator;
  /** Presses New Chat and waits until the composer is the one of the new conversation. */
  startNewChat(): Promise<void>;
  /** Types a message and sends it. */
  ask(question: string): Promise<void>;
  /** Waits until no reply is streaming. */
  ended(): Promise<void>;
  /** The words of the last reply. */
  words(): Promise<string[]>;
}

export function chatOn(page: Page): Chat {
  // The shell, which is there before the app, can only be typed into.
  const main = page.locator('#root').getByRole('main');
  const box = main.getByRole('textbox', { name: 'Message', exact: true });
  const send = main.getByRole('button', { name: 'Send', exact: true });
  const stop = main.getByRole('button', { name: 'Stop', exact: true });
  const texts = main.locator('.prose:not([data-reasoning] .prose)');
  const newChat = page.getByRole('button', { name: 'New Chat' }).first();
  return {
    box,
    send,
    stop,
    turns: main.locator('[data-message]'),
    questions: main.locator('[data-question]'),
    texts,
    retry: main.getByRole('button', { name: 'Retry generation' }),
    sidebar: page.getByRole('complementary', { name: 'Conversations' }),
    async startNewChat() {
      await newChat.click();
      await expect(main.getByRole('heading', { name: 'What’s on your mind?' })).toBeVisible();
    },
    async ask(question) {
      await box.fill(question);
      await box.press('Enter');
    },
    async ended() {
      // A reply takes longer on a busy machine.
      await expect(stop).toBeHidden({ timeout: 30_000 });
    },
    words: async () => (await texts.last().innerText()).split(/\s+/).filter(Boolean),
  };
}

/** `word1` to `wordN`, as the sandbox's [[long N]] writes them. */
export function numberedWords(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `word${index + 1}`);
}
