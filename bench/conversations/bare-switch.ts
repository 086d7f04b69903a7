import type { MeasuredPage } from './measured-page.ts';

/** Milliseconds until the rows that follow the first paint are there. */
const WHOLE_AFTER = 1000;

/**
 * The floor of a switch between conversations: the same elements and styles without the application. A click on a link
 * in the sidebar replaces the conversation by the other one's HTML and scrolls to its end.
 * @param client shows one of the conversations
 * @param ids of two conversations that have been opened in `client`
 */
export async function showBareSwitch(bare: MeasuredPage, client: MeasuredPage, ids: string[]): Promise<void> {
  const threads: Record<string, string> = {};
  for (const id of ids) {
    await client.page.locator(`aside a[href="/c/${id}"]`).click();
    await client.page.locator(`aside a[href="/c/${id}"][aria-current="page"]`).waitFor();
    await client.page.waitForTimeout(WHOLE_AFTER);
    threads[id] = await client.page.locator('[data-thread]').evaluate((thread) => thread.outerHTML);
  }
  const html = await client.page.evaluate(withoutScripts);
  await bare.page.route('/bare', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await bare.page.goto('/bare');
  await bare.page.evaluate(replaceOnClick, threads);
}

/** Runs in the client's page. */
function withoutScripts(): string {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const script of copy.querySelectorAll('script, link[rel="modulepreload"]')) script.remove();
  return `<!doctype html>${copy.outerHTML}`;
}

/** Runs in the bare page. */
function replaceOnClick(threads: Record<string, string>): void {
  for (const [id, html] of Object.entries(threads)) {
    document.querySelector(`aside a[href="/c/${id}"]`)?.addEventListener('click', (event) => {
      event.preventDefault();
      const thread = document.querySelector('[data-thread]');
      if (thread) thread.outerHTML = html;
      document.querySelector('[data-thread]')?.scrollTo(0, Number.MAX_SAFE_INTEGER);
    });
  }
}
