import { expect } from '@playwright/test';
import { startStack } from './support/stack/stack.ts';
import { userTest } from './support/test.ts';

/** A test on a model back end that is not the demo and has no image model configured. */
const modestTest = userTest.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern.
  settings: async ({}, use) => {
    const backend = await startStack();
    await use({ FREE_MESSAGES: '1000', OPENAI_BASE_URL: `${backend.sandboxUrl}/openai/v1`, OPENAI_MODEL: 'demo' });
    await backend.close();
  },
});

modestTest(
  'a mode that the model back end lacks is disabled and explained with the API’s message',
  async ({ page, chat, account, stack }) => {
    const headers = { Authorization: `Bearer ${account.token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${stack.url}/api/chat/stream`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ conversationId: crypto.randomUUID(), text: 'A lighthouse', selectedTool: 'image' }),
    });
    expect(answer.status).toBe(503);
    const { message } = (await answer.json()) as { message: string };
    const { image, normal } = (await (await fetch(`${stack.url}/api/capabilities`, { headers })).json()) as Record<
      string,
      unknown
    >;
    expect(image).toEqual({ ok: false, reason: message });
    expect(normal).toEqual({ ok: true });

    await page.goto('/');
    const mode = page.getByRole('radio', { name: 'Image' });
    await expect(mode).toHaveAccessibleDescription(message);
    await expect(mode).toBeDisabled();
    await mode.click({ force: true });
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(page.getByRole('radio', { name: 'Normal' })).toBeChecked();
    await chat.ask('What is 6 * 7?');
    await expect(chat.texts).toContainText('42');
    expect(await account.messagesUsed()).toBe(1);
  },
);
