import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';
import { ROWS, SECTIONS, type On, type Row, type State } from './literals/rows.ts';
import { ARRANGE } from './literals/states.ts';
import { signUp } from './support/account.ts';
import { userTest } from './support/test.ts';

const ADMIN = 'boss@example.com';

/** What one page goes through, one state after the other. */
const WALKS: State[][] = [
  ['starting'],
  ['reading', 'narrow', 'collapsed', 'searching the list', 'deleting', 'editing', 'blank saved'],
  [
    'sent',
    'thinking',
    'thought',
    'folded',
    'searching the web',
    'searched',
    'drawn',
    'attached',
    'typing',
    'at the limit',
  ],
  ['left', 'below', 'apart'],
  ['refused with a page', 'refused without a body', 'refused with 429', 'failed in the middle', 'not deleted'],
  ['badly stored', 'without a history', 'without a part'],
  ['expired'],
  ['called'],
  ['admin'],
];

const literalTest = userTest.extend({
  account: async ({ stack }, use, { title }) => use(await signUp(stack, title === 'admin' ? ADMIN : undefined)),
});

literalTest.use({ settings: { FREE_MESSAGES: '10', ADMIN_EMAILS: ADMIN, SANDBOX_DELAY_MS: '5' } });

for (const states of WALKS) {
  literalTest(states.join(', '), async ({ page, chat, account, stack }) => {
    // Long enough to name every row that is missing.
    literalTest.setTimeout(120_000);
    const on: On = { page, chat, account, logged: [], called: [] };
    page.on('console', (message) => message.type() === 'error' && on.logged.push(message.text()));
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      on.called.push(`${request.method()} ${pathname.replace(/[\da-f]{8}-[\da-f-]{27}/, '{id}')}`);
    });
    for (const state of states) {
      await userTest.step(state, async () => {
        await ARRANGE[state](on, stack);
        for (const row of ROWS) if (row.state === state) await look(on, row);
      });
    }
  });
}

async function look(on: On, row: Row): Promise<void> {
  const where = `${row.section}, ${row.state}`;
  if ('of' in row) {
    expect.soft(await row.of(on), `${where}: ${row.what}`).toEqual(row.is);
    return;
  }
  const says = typeof row.says === 'string' ? row.says : row.says(on);
  await expect.soft(row.at(on, says).first(), `${where}: “${says}”`).toBeVisible();
}

literalTest.describe('the table', () => {
  literalTest('has a walk for every state, and every section is held by something', () => {
    const walked = WALKS.flat();
    expect(walked).toHaveLength(new Set(walked).size);
    expect(new Set(ROWS.map(({ state }) => state))).toEqual(new Set(walked));
    for (const [section, files] of Object.entries(SECTIONS)) {
      const rows = ROWS.filter((row) => row.section === section);
      expect(rows.length, section).toBeGreaterThan(0);
      for (const file of files) expect(existsSync(new URL(file, import.meta.url)), file).toBe(true);
    }
    const sections = new Set(ROWS.map(({ section }) => section));
    expect(sections).toEqual(new Set(Object.keys(SECTIONS)));
  });
});
