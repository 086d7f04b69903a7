// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppError, type CostFigures, type FiguresDay, type FiguresResponse, type ReportedPage } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TransportError } from '../../api/transport-error.ts';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { FiguresPage } from './figures-page.tsx';

const QUIET: Omit<FiguresDay, 'date'> = { newUsers: 0, messages: 0, replies: 0, failures: 0 };
const FIGURES: FiguresResponse = {
  success: true,
  users: 1234,
  runningReplies: 2,
  shares: 3,
  subscriptions: [
    { status: 'active', count: 3 },
    { status: 'trialing', count: 1 },
    { status: 'surprising', count: 1 },
  ],
  activeSubscriptions: 4,
  monthlyRevenue: [
    { currency: 'usd', amount: 3166 },
    { currency: 'eur', amount: 1000 },
  ],
  duplicateSubscriptions: 1,
  days: [
    { ...QUIET, date: '2026-01-30', messages: 2, replies: 2 },
    { ...QUIET, date: '2026-01-31', messages: 1010, replies: 1000, failures: 10, newUsers: 7 },
  ],
  failures: [
    { code: 'model-timeout', count: 9 },
    { code: 'of-tomorrow', count: 1 },
  ],
};

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
  api.operatorFigures = FIGURES;
});
afterEach(() => void vi.useRealTimers());

function show({ takesPayments = true, address = '/admin' } = {}) {
  history.replaceState(null, '', address);
  return renderWithClient(<FiguresPage />, { api, settings: { takesPayments }, reactStrictMode: false });
}

const reads = () => api.calls.filter((call) => call.startsWith('figures '));
const section = (name: string) => {
  const found = screen.getByRole('heading', { level: 2, name }).closest('section');
  if (!found) throw new Error(`No section is called ${name}`);
  return found;
};
const rows = (name: string) =>
  within(section(name))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
/** The four figures at the top: name, number and note. */
const keyFigures = () => screen.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent);
const status = () => screen.queryByRole('status')?.textContent;
const alert = () => screen.queryByRole('alert')?.textContent;
const range = () => screen.getByRole('radio', { checked: true }).parentElement?.textContent;
const skeletons = () => screen.getByRole('main').querySelector(':scope > [aria-hidden]');

test('shows the number of users, the revenue and the current load', async () => {
  await show();
  expect(keyFigures()).toEqual([
    'Users1,2347 new in 2 days',
    'Running replies2In progress now',
    'Active subscriptions41 on trial',
    'Monthly recurring revenue$31.66 + €10From 3 subscriptions, before discounts',
  ]);
  expect(document.body.textContent).toContain('1 user has more than one active subscription');
});

test('shows every day in a chart and the same figures in a table', async () => {
  await show();
  expect(within(section('Replies')).getByRole('img').getAttribute('aria-label')).toBe(
    'Replies per day, 1,002 finished, 10 failed in 2 days. The table below has the same data.',
  );
  expect(section('Replies').querySelectorAll('svg[role=img] rect.fill-line')).toHaveLength(2);
  expect(section('Replies').querySelectorAll('svg[role=img] rect.fill-danger')).toHaveLength(1);
  expect(rows('Replies')).toEqual([
    ['Day', 'Finished', 'Failed'],
    ['Jan 31', '1,000', '10'],
    ['Jan 30', '2', '0'],
  ]);
  expect(rows('Messages')[1]).toEqual(['Jan 31', '1,010']);
  expect(rows('New users')[1]).toEqual(['Jan 31', '7']);
});

test('shows the figures of the selected day', async () => {
  await show();
  const days = section('Replies').querySelectorAll('svg[role=img] > rect[data-day]');
  expect(days).toHaveLength(2);
  expect(section('Replies').querySelector('p')?.textContent).toBe('1,002 finished10 failedin 2 days');
  if (days[0]) fireEvent.pointerOver(days[0]);
  expect(section('Replies').querySelector('p')?.textContent).toBe('2 finished0 failedon Jan 30');
});

test('shows failure reasons and subscription statuses, including unknown ones', async () => {
  await show();
  expect(rows('Failed replies by cause')).toEqual([
    ['Cause', 'Replies'],
    ['model-timeoutThe AI service took too long to respond. Please try again.', '9'],
    ['of-tomorrow', '1'],
  ]);
  expect(rows('Subscriptions by status')).toEqual([
    ['Status', 'Users'],
    ['Active', '3'],
    ['Trial', '1'],
    ['Unknown', '1'],
  ]);
});

test('shows what the check of questions found, by day and category, where there is one', async () => {
  await show();
  expect(screen.queryByRole('heading', { name: 'Checked questions' })).toBeNull();
  cleanup();
  api.operatorFigures = {
    ...FIGURES,
    moderation: {
      days: [
        { date: '2026-01-30', flagged: 0, unchecked: 5 },
        { date: '2026-01-31', flagged: 3, unchecked: 0 },
      ],
      categories: [
        { category: 'self-harm/intent', count: 3 },
        { category: 'hate', count: 1 },
      ],
    },
  };
  await show();
  expect(section('Checked questions').querySelector('p')?.textContent).toBe('3 flagged5 not checkedin 2 days');
  expect(rows('Checked questions')).toEqual(
    expect.arrayContaining([
      ['Category', 'Flagged'],
      ['Self-harm: intent', '3'],
      ['Hate', '1'],
    ]),
  );
});

test('says when no question was flagged', async () => {
  const days = FIGURES.days.map(({ date }) => ({ date, flagged: 0, unchecked: 0 }));
  api.operatorFigures = { ...FIGURES, moderation: { days, categories: [] } };
  await show();
  expect(section('Checked questions').textContent).toContain('No flagged questions in this period.');
});

test('says that no data exists yet', async () => {
  api.operatorFigures = {
    ...FIGURES,
    users: 1,
    runningReplies: 0,
    subscriptions: [],
    activeSubscriptions: 0,
    monthlyRevenue: [],
    duplicateSubscriptions: 0,
    days: [{ ...QUIET, date: '2026-01-31' }],
    failures: [],
  };
  await show();
  await screen.findByText('Nothing yet.');
  expect(
    screen
      .getAllByRole('paragraph')
      // The form of the brand has paragraphs of its own.
      .filter((each) => each.closest('section') && !each.closest('form'))
      .map(({ textContent }) => textContent),
  ).toEqual([
    'No messages in this period.',
    'No replies in this period.',
    'No failed replies in this period.',
    'No new users in this period.',
    'No ratings in the last 90 days.',
    'No open reports of replies.',
    '3 pages are open to anyone who has the link.',
    'No open reports.',
    'No subscriptions yet.',
    'Nothing yet.',
    'Checks every setting and tries every service. This takes a few seconds and costs next to nothing.',
  ]);
  expect(keyFigures()[3]).toBe('Monthly recurring revenue$0From 0 subscriptions, before discounts');
  expect(within(section('Replies')).queryByRole('img')).toBeNull();
});

test('shows ratings by mode, model and version, and only the words that users sent along', async () => {
  const origin = { mode: 'normal', model: 'large-1', version: '1.2.0' } as const;
  const reasons = [
    { reason: 'correctness', good: 0, bad: 0 },
    { reason: 'clarity', good: 1, bad: 2 },
  ] as const;
  api.storedFeedback.counts = [{ ...origin, good: 1200, bad: 3, reported: 0, reasons: [...reasons] }];
  const note = { ...origin, rating: 'bad', reasons: ['clarity'], createdAt: '2026-01-30T00:00:00.000Z' } as const;
  api.storedFeedback.notes = [
    { ...note, reasons: [...note.reasons], comment: 'Too <b>long.', question: null, reply: null },
    { ...note, reasons: [], comment: '', question: 'Why?', reply: 'Because.' },
  ];
  await show();
  expect(rows('Ratings of replies')).toEqual([
    ['In the last 90 days', 'Good', 'Bad'],
    ['Normal · large-1 · 1.2.0Unclear: 2', '1,200', '3'],
  ]);
  const notes = within(section('Ratings of replies')).getAllByRole('listitem');
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Bad · Unclear · Normal · large-1 · 1\.2\.0 · .*Too <b>long\.$/),
    expect.stringMatching(/^Bad · Normal .*Question and replyWhy\?Because\.$/),
  ]);
});

test('shows no revenue when the server sells nothing', async () => {
  await show({ takesPayments: false });
  expect(keyFigures().slice(2)).toEqual([
    'Active subscriptions–Payments aren’t set up',
    'Monthly recurring revenue–Payments aren’t set up',
  ]);
  expect(screen.queryByRole('heading', { name: 'Subscriptions by status' })).toBeNull();
});

test.each([
  ['/admin', '30 days', 'figures 30'],
  ['/admin?days=7', '7 days', 'figures 7'],
  ['/admin?days=8', '30 days', 'figures 30'],
])('the address %s selects %s', async (address, label, call) => {
  await show({ address });
  expect(range()).toBe(label);
  expect(reads()).toEqual([call]);
});

test('requests another range and keeps the old figures until the new ones arrive', async () => {
  const { user } = await show();
  const gate = Promise.withResolvers<void>();
  api.gates.set('figures', gate.promise);
  api.operatorFigures = { ...FIGURES, users: 5 };
  await user.click(screen.getByRole('radio', { name: '90 days' }));
  expect(range()).toBe('90 days');
  expect(reads()).toEqual(['figures 30', 'figures 90']);
  expect(keyFigures()[0]).toContain('1,234');
  await act(async () => gate.resolve());
  expect(keyFigures()[0]).toContain('Users5');
});

test('shows skeletons only when loading takes long', async () => {
  vi.useFakeTimers();
  api.gates.set('figures', new Promise(() => {}));
  await show();
  expect(status()).toBe('Loading the dashboard');
  expect(skeletons()).toBeNull();
  await act(async () => vi.advanceTimersByTime(300));
  expect(skeletons()).not.toBeNull();
});

test('shows why the figures failed to load, and retries', async () => {
  api.failures.set('figures', new TransportError('cut'));
  const { press } = await show();
  expect(alert()).toContain('Can’t reach the server.');
  expect(screen.queryByRole('term')).toBeNull();
  await press('Try again');
  await waitFor(() => expect(alert()).toBeUndefined());
  expect(status()).toBe('Dashboard for the last 2 days');
});

test('refreshes every 30 s and keeps the old figures when a refresh fails', async () => {
  vi.useFakeTimers();
  await show();
  api.failures.set('figures', new AppError('forbidden'));
  await act(async () => vi.advanceTimersByTimeAsync(30_000));
  expect(reads()).toHaveLength(2);
  expect(alert()).toBe('You don’t have permission. You’re seeing earlier data.Try again');
  expect(keyFigures()[0]).toContain('1,234');
  await act(async () => vi.advanceTimersByTimeAsync(30_000));
  expect(alert()).toBeUndefined();
});

test('counts the shared pages and takes one down by its address', async () => {
  const { press, user } = await show();
  await screen.findByText('3 pages are open to anyone who has the link.');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address of a shared page' });
  await press('Take down');
  await screen.findByText('Address is required');
  api.failures.set('takeDown', new AppError('not-found'));
  await user.type(field, 'https://parley.example/share/t');
  await press('Take down');
  await screen.findByText('No shared page has this address.');
  await press('Take down');
  await screen.findByText('The page is taken down.');
  expect([field.value, api.calls.filter((call) => call.startsWith('takeDown'))]).toEqual([
    '',
    Array(2).fill('takeDown https://parley.example/share/t'),
  ]);
});

test('lists reported replies with the words that came along, and marks one as done', async () => {
  // Shown in the time zone of the machine.
  const createdAt = new Date(2026, 0, 30, 12).toISOString();
  const origin = { mode: 'normal', model: 'large-1', version: '1.2.0', createdAt } as const;
  api.storedFeedback.counts = [{ ...origin, good: 1, bad: 0, reported: 3, reasons: [] }];
  api.storedFeedback.reports = {
    open: 2,
    reasons: [{ reason: 'harmful', count: 1200 }],
    reports: [
      { ...origin, id: 'loud', reasons: ['harmful', 'other'], comment: 'It burns.', question: 'Fire?', reply: 'Yes.' },
      { ...origin, id: 'quiet', reasons: ['privacy'], comment: '', question: null, reply: null },
    ],
  };
  await show();
  const list = section('Reported replies');
  expect(list.textContent).toContain('2 open reports.In the last 90 days: It’s harmful or dangerous: 1,200');
  expect([...list.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'It’s harmful or dangerous · Something elseNormal · large-1 · 1.2.0 · January 30, 2026It burns.' +
      'Question and replyFire?Yes.Mark as done',
    'It shows private informationNormal · large-1 · 1.2.0 · January 30, 2026Mark as done',
  ]);
  expect(rows('Ratings of replies')).toEqual([
    ['In the last 90 days', 'Good', 'Bad', 'Reported'],
    ['Normal · large-1 · 1.2.0', '1', '0', '3'],
  ]);
  api.failures.set('finishReport', new AppError('not-found', { message: 'This report was changed.' }));
  fireEvent.click(within(list).getAllByRole('button')[0] as HTMLElement);
  expect(await within(list).findByText('This report was changed.')).toBeDefined();
  fireEvent.click(within(list).getAllByRole('button')[0] as HTMLElement);
  expect(await within(list).findByText('The report is done.')).toBeDefined();
  await waitFor(() => expect(list.textContent).toContain('1 open report.'));
  expect(list.textContent).not.toContain('It burns.');
});

test('says below fifty reports or notes that these are the newest', async () => {
  const origin = { mode: 'normal', model: null, version: '1.2.0', question: null, reply: null } as const;
  const said = { ...origin, comment: 'Hm.', createdAt: '2026-01-30T12:00:00.000Z' };
  const fifty = Array.from({ length: 50 }, (_, index) => ({ ...said, id: String(index) }));
  api.storedFeedback.notes = fifty.map((note) => ({ ...note, rating: 'bad', reasons: [] }));
  api.storedFeedback.reports = {
    open: 70,
    reasons: [],
    reports: fifty.map((report) => ({ ...report, reasons: ['harmful'] })),
  };
  const { createdAt: sharedAt } = said;
  api.storedShares.reported = fifty
    .slice(1)
    .map(({ id }) => ({ id, url: null, sharedAt, reportedAt: sharedAt, reasons: [{ reason: 'scam', count: 1 }] }));
  await show();
  const endOf = (name: string) => section(name).querySelector('ul + p')?.textContent;
  expect(endOf('Reported replies')).toBe('Showing the newest 50.');
  expect(endOf('Ratings of replies')).toBe('Showing the newest 50.');
  expect(endOf('Shared pages')).toBeUndefined();
});

test('shows support the reported replies and no figures', async () => {
  history.replaceState(null, '', '/admin');
  await renderWithClient(<FiguresPage />, { api, account: { isSupport: true }, reactStrictMode: false });
  expect(await screen.findByText('No open reports of replies.')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Ratings of replies' })).toBeNull();
  expect(reads()).toEqual([]);
});

test('lists reported pages by reasons, dismisses one and takes another down', async () => {
  const page = (id: string, reasons: ReportedPage['reasons']): ReportedPage => ({
    id,
    url: id === 'old' ? null : `https://parley.example/share/${id}`,
    sharedAt: '2026-01-01T00:00:00.000Z',
    reportedAt: '2026-01-31T00:00:00.000Z',
    reasons,
  });
  api.storedShares.reported = [
    page('scam', [
      { reason: 'scam', count: 2 },
      { reason: 'other', count: 1 },
    ]),
    page('old', [{ reason: 'privacy', count: 1 }]),
  ];
  const { user } = await show();
  const entries = () =>
    within(section('Shared pages'))
      .queryAllByRole('listitem')
      .map((entry) => entry.querySelector('p')?.textContent);
  await waitFor(() =>
    expect(entries()).toEqual(['It’s spam or a scam: 2 · Something else: 1', 'It shows private information: 1']),
  );
  expect(screen.getAllByRole('link', { name: 'Open the page' })).toHaveLength(1);
  const press = async (name: string, index: number) => {
    const entry = within(section('Shared pages')).getAllByRole('listitem')[index];
    if (entry) await user.click(within(entry).getByRole('button', { name }));
  };
  api.failures.set('dismissReports', new TransportError('cut'));
  await press('Dismiss', 1);
  await screen.findByText('Can’t reach the server.', { exact: false });
  await press('Dismiss', 1);
  await screen.findByText('The reports are dismissed. The page stays.');
  await waitFor(() => expect(entries()).toHaveLength(1));
  await press('Take down', 0);
  await screen.findByText('No open reports.');
  expect(api.calls).toContain('takeDownReported scam');
});

test('checks the setup on a press and shows the worst first', async () => {
  const { press } = await show();
  expect(within(section('Setup')).queryByRole('listitem')).toBeNull();
  api.examined = [
    { part: 'Model', level: 'ok', message: 'It answers.', fix: null },
    { part: 'Redis', level: 'warning', message: 'It is slow.', fix: 'Move it closer.' },
    { part: 'Mail', level: 'error', message: 'It rejects the password.', fix: 'Check SMTP_URL.' },
  ];
  const gate = Promise.withResolvers<void>();
  api.gates.set('examine', gate.promise);
  await press('Check the setup');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Checking…' }).disabled).toBe(true);
  await act(async () => gate.resolve());
  await screen.findByText('1 error, 1 warning.');
  const items = within(section('Setup')).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'ErrorMailIt rejects the password.Check SMTP_URL.',
    'WarningRedisIt is slow.Move it closer.',
    'OKModelIt answers.',
  ]);
});

test('says that everything works, and why a check failed', async () => {
  const { press } = await show();
  api.examined = [{ part: 'Model', level: 'ok', message: 'It answers.', fix: null }];
  await press('Check the setup');
  await screen.findByText('Everything works.');
  api.failures.set('examine', new AppError('rate-limited'));
  await press('Check the setup');
  expect(alert()).toBe('Too many requests. Please wait a moment and try again.');
  await press('Check the setup');
  await waitFor(() => expect(alert()).toBeUndefined());
});

const COSTS: CostFigures = {
  microdollars: 12_345_678,
  estimatedMicrodollars: 1_000_000,
  unpricedRequests: 2,
  days: [
    { date: '2026-01-30', microdollars: 3_000, estimatedMicrodollars: 0 },
    { date: '2026-01-31', microdollars: 12_342_678, estimatedMicrodollars: 1_000_000 },
  ],
  modes: [
    { mode: 'thinking', requests: 1_000, microdollars: 12_000_000 },
    { mode: 'title', requests: 9, microdollars: 345_678 },
    { mode: 'of_tomorrow', requests: 1, microdollars: 0 },
  ],
  models: [
    {
      model: 'gpt-6-sol',
      requests: 1_009,
      inputTokens: 2_000_000,
      cachedTokens: 500_000,
      outputTokens: 100_000,
      microdollars: 12_345_678,
      unpricedRequests: 0,
    },
    {
      model: 'mine',
      requests: 2,
      inputTokens: 0,
      cachedTokens: 0,
      outputTokens: 0,
      microdollars: 0,
      unpricedRequests: 2,
    },
  ],
  plans: [
    { plan: 'premium', requests: 1_000, microdollars: 12_000_000 },
    { plan: 'free', requests: 11, microdollars: 345_678 },
  ],
  accounts: [
    { email: 'a@b.c', plan: 'premium', requests: 1_000, microdollars: 12_000_000 },
    { email: null, plan: 'free', requests: 11, microdollars: 345_678 },
  ],
  prices: { shipped: '2026-11-23', own: '2027-01-02' },
};

test('shows what replies cost, beside the revenue', async () => {
  api.operatorFigures = { ...FIGURES, costs: COSTS };
  await show();
  expect(section('Cost').querySelector('p')?.textContent).toBe(
    '$12.35 in 2 days, $1.00 of it estimated, at list prices of Nov 23, 2026 and your prices of Jan 2, 2027. ' +
      'The cost of 2 requests is unknown, because their models have no price.',
  );
  expect(section('Cost').textContent).toContain('Monthly recurring revenue: $31.66 + €10');
  expect(rows('Cost')).toEqual([
    ['Plan', 'Requests', 'Cost'],
    ['Premium', '1,000', '$12.00'],
    ['Free', '11', '$0.35'],
  ]);
  expect(rows('Cost by day')).toEqual([
    ['Day', 'Cost', 'Estimated', 'Revenue'],
    ['Jan 31', '$12.34', '$1.00', '$1.04'],
    ['Jan 30', 'under $0.01', '$0.00', '$1.04'],
  ]);
  expect(rows('Cost by mode')).toEqual([
    ['Mode', 'Requests', 'Cost'],
    ['Thinking', '1,000', '$12.00'],
    ['Titles', '9', '$0.35'],
    ['of_tomorrow', '1', '$0.00'],
  ]);
  expect(rows('Cost by model')).toEqual([
    ['Model', 'Tokens', 'Cost'],
    ['gpt-6-sol2,000,000 in, 500,000 of them cached, 100,000 out', '2.1M', '$12.35'],
    ['mine', '0', 'Unknown'],
  ]);
  expect(rows('Most expensive accounts')).toEqual([
    ['Account', 'Requests', 'Cost'],
    ['a@b.cPremium', '1,000', '$12.00'],
    ['Deleted accountFree', '11', '$0.35'],
  ]);
});

test('asks again in a second while the costs are being read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  api.operatorFigures = { ...FIGURES, costs: null };
  await show();
  expect(section('Cost').textContent).toBe('Cost');
  expect(screen.queryByRole('region', { name: 'Most expensive accounts' })).toBeNull();
  api.operatorFigures = { ...FIGURES, costs: COSTS };
  await vi.advanceTimersByTimeAsync(1000);
  await screen.findByRole('region', { name: 'Most expensive accounts' });
});

test('shows the cost of each day in a chart, beside a day’s share of the revenue in dollars', async () => {
  api.operatorFigures = { ...FIGURES, costs: COSTS };
  await show();
  const chart = () => within(section('Cost by day')).getByRole('img');
  const legend = () => section('Cost by day').querySelector('p')?.textContent;
  // $31.66 a month, twelve times in 365 days.
  expect(chart().getAttribute('aria-label')).toBe(
    'Cost per day, $12.35, $1.00 of it estimated, in 2 days, beside a daily revenue of $1.04. ' +
      'The table below has the same data.',
  );
  expect(legend()).toBe('$12.35 cost$1.00 of it estimated$1.04 revenue a dayin 2 days');
  expect(section('Cost by day').textContent).toContain(
    'Revenue a day is a day’s share of today’s monthly recurring revenue. ' +
      'Revenue in other currencies than dollars is left out',
  );
  const heightOf = (element: Element | null | undefined) => Number(element?.getAttribute('y1'));
  const [zero, ...above] = [...chart().querySelectorAll('g line')].map(heightOf);
  expect(heightOf(chart().querySelector('[data-level]'))).toBeLessThan(zero ?? 0);
  expect(heightOf(chart().querySelector('[data-level]'))).toBeGreaterThan(Math.max(...above));
  expect([...chart().querySelectorAll('g line + text')].map(({ textContent }) => textContent)).toEqual([
    '$0',
    '$5',
    '$10',
    '$15',
  ]);
  // Two days with counted costs, one of them with an estimated part.
  expect(chart().querySelectorAll('rect.fill-line')).toHaveLength(2);
  expect(chart().querySelectorAll('rect.stroke-line')).toHaveLength(1);
  const [first] = chart().querySelectorAll('rect[data-day]');
  if (first) fireEvent.pointerOver(first);
  expect(legend()).toBe('under $0.01 cost$0.00 of it estimated$1.04 revenue a dayon Jan 30');
});

test('shows costs alone where there is no revenue in dollars and no estimate', async () => {
  const days = [{ date: '2026-01-31', microdollars: 4_000, estimatedMicrodollars: 0 }];
  const costs = { ...COSTS, estimatedMicrodollars: 0, days };
  api.operatorFigures = { ...FIGURES, monthlyRevenue: [{ currency: 'eur', amount: 1000 }], costs };
  await show();
  const chart = within(section('Cost by day')).getByRole('img');
  expect(chart.getAttribute('aria-label')).toBe(
    'Cost per day, under $0.01 in 1 day. The table below has the same data.',
  );
  expect(chart.querySelector('[data-level]')).toBeNull();
  expect([...chart.querySelectorAll('g line + text')].map(({ textContent }) => textContent)).toEqual(['$0', '$0.01']);
  expect(rows('Cost by day')).toEqual([
    ['Day', 'Cost'],
    ['Jan 31', 'under $0.01'],
  ]);
  expect(section('Cost by day').textContent).not.toContain('a day’s share');
  expect(section('Cost by day').textContent).toContain('other currencies than dollars is left out');
});

test('shows what is spent of the cost limits', async () => {
  const day = { period: 'day', microdollars: 12_500_000, reserved: 300_000, most: 20_000_000 } as const;
  const month = { period: 'month', microdollars: 90_000_000, reserved: 0, most: 400_000_000 } as const;
  api.operatorFigures = { ...FIGURES, costs: { ...COSTS, limits: [day, month] } };
  await show();
  const { textContent } = section('Cost');
  expect(textContent).toContain('Today: $12.50 of $20.00, and running replies may cost $0.30.');
  expect(textContent).toContain('This month: $90.00 of $400.00.');
});

test('says that nothing was spent yet', async () => {
  const nothing = { microdollars: 0, estimatedMicrodollars: 0, unpricedRequests: 0 };
  const none = { modes: [], models: [], plans: [], accounts: [], prices: { shipped: '2026-11-23', own: null } };
  api.operatorFigures = {
    ...FIGURES,
    costs: { ...nothing, ...none, days: [{ date: '2026-01-31', microdollars: 0, estimatedMicrodollars: 0 }] },
  };
  await show({ takesPayments: false });
  expect(section('Cost').textContent).toBe('Cost$0.00 in 1 day, at list prices of Nov 23, 2026.');
  for (const name of ['Cost by day', 'Cost by mode', 'Cost by model', 'Most expensive accounts']) {
    expect(section(name).textContent).toBe(`${name}Nothing was spent in this period.`);
  }
});
