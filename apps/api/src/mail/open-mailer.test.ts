import { expect, test } from 'vitest';
import { describeAdmins } from './open-mailer.ts';

const MAIL = { smtpUrl: 'smtp://mail.example.com', from: 'Parley <hello@example.com>' };

test('the start-up output says that admins cannot be verified without mail, and what to set', () => {
  expect(describeAdmins(['boss@example.com'], null)).toEqual([
    'Admins: none, because ADMIN_EMAILS can’t be verified without email (set SMTP_URL and MAIL_FROM)',
  ]);
  expect(describeAdmins(['boss@example.com'], MAIL)).toEqual([]);
  expect(describeAdmins([], null)).toEqual([]);
});
