import { decodeXML } from 'entities';
import { describe, expect, test } from 'vitest';
import { speak } from '../language/speak.ts';
import { accountMails } from './account-mails.ts';

const TO = 'mira@example.com';
const mails = accountMails({ productName: 'Tea & <b>', publicUrl: () => 'https://tea.example.com' });
const textIn = (html: string) =>
  decodeXML(html.replace(/<(style|title)>.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');

describe.each([
  ['verifyAddress', mails.verifyAddress(TO, 'token'), 1],
  ['confirmNewAddress', mails.confirmNewAddress(TO, 'token'), 1],
  ['resetPassword', mails.resetPassword(TO, 'token'), 1],
  ['addressHasAccount', mails.addressHasAccount(TO), 1],
  ['passwordChanged', mails.passwordChanged(TO), 1],
  ['passkeyAdded', mails.passkeyAdded(TO), 1],
  ['providerLinked', mails.providerLinked(TO, 'Apple'), 1],
  ['apiKeyCreated', mails.apiKeyCreated(TO), 1],
  ['secondFactorRemovedForYou', mails.secondFactorRemovedForYou(TO), 1],
  ['addressChangeAsked', mails.addressChangeAsked(TO), 1],
  ['addressChanged', mails.addressChanged(TO), 0],
  ['accountDeleted', mails.accountDeleted(TO), 0],
  ['accountRemoved', mails.accountRemoved(TO), 0],
  ['exportOffered', mails.exportOffered(TO, false), 1],
  ['exportOffered', mails.exportOffered(TO, true), 1],
])('the mail %s', (_name, mail, buttons) => {
  test('the mail names the product and says the same in both parts', () => {
    const html = textIn(mail.html);
    for (const line of mail.text.trim().split(/:?\s*\n\s*/)) expect(html).toContain(line);
    expect(mail.html).not.toContain('<b>');
    expect(mail.subject).toContain('Tea & <b>');
  });

  test('the mail has at most one button, and colors for both themes', () => {
    expect(mail.html.match(/class="button"/g) ?? []).toHaveLength(buttons);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });

  test('the mail loads nothing from the network', () => {
    expect(mail.html).not.toMatch(/<(img|link|script)|url\(|@import/i);
  });
});

test.each([
  ['en', '<html lang="en">', 'border-left:3px'],
  ['ja', '<html lang="ja">', 'border-left:3px'],
  ['ar', '<html lang="ar" dir="rtl">', 'border-right:3px'],
] as const)('a mail in %s is laid out in the direction of its language', (language, start, line) => {
  const { html } = speak(language, () => mails.resetPassword(TO, 'token'));
  for (const part of [start, line]) expect(html).toContain(part);
  expect(html).not.toMatch(/<a (?!dir="auto")/);
  expect(html.includes('<table role="presentation" dir="rtl" class="page"')).toBe(language === 'ar');
});

test('the operator’s own words of a mail are sent in every language', () => {
  const brand = () => ({ mails: { accountDeleted: { subject: 'Farewell' } }, colors: undefined as never });
  const own = accountMails({ productName: 'Tea', publicUrl: () => 'https://tea.example.com', brand });
  expect(speak('de', () => own.accountDeleted(TO)).subject).toBe('Farewell');
});

test('each sentence of a mail is in the language of its reader', () => {
  const german = speak('de', () => mails.passwordChanged(TO)).text.split('\n\n');
  const english = new Set(mails.passwordChanged(TO).text.split('\n\n'));
  expect(german.filter((paragraph) => english.has(paragraph))).toEqual(['Tea & <b>\n']);
});

test('the mail about a budget names its limit and when messages are allowed again, in the language of the admin', () => {
  const news = { ceiling: 'day', percent: 100, most: 25, until: Date.UTC(2026, 10, 28) } as const;
  const english = mails.ceilingReached(TO, news);
  expect(english.subject).toBe('Tea & <b> has used 100% of today’s budget');
  expect(english.text).toContain('New messages are refused until November 28, 2026 at 12:00 AM UTC.');
  expect(english.text).toContain('100% of the $25 that they may cost today');
  expect(mails.ceilingReached(TO, { ...news, most: 0.2 }).text).toContain('100% of the $0.20 that they may cost today');
  const german = speak('de', () => mails.ceilingReached(TO, { ...news, ceiling: 'month', most: 1234.5 }));
  expect(german.text).toContain('1.234,50\u00a0$');
  expect(german.text).not.toContain('New messages');
  expect(german.text).toContain('28. November 2026 um 00:00 UTC');
});
