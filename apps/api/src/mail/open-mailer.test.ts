import { expect, test } from 'vitest';
import { describeAdmins } from './open-mailer.ts';

test('the start-up output says that staff cannot be verified without mail and other sign-ins, and what to set', () => {
  const [adminEmails, adminSupportEmails] = [['boss@example.com'], ['help@example.com']];
  const line = (names: string) =>
    `Admins: none, because ${names} can’t be verified without email (set SMTP_URL and MAIL_FROM)`;
  const owners = { adminEmails, adminSupportEmails: [] };
  expect(describeAdmins(owners, false)).toEqual([line('ADMIN_EMAILS')]);
  expect(describeAdmins({ adminEmails: [], adminSupportEmails }, false)).toEqual([line('ADMIN_SUPPORT_EMAILS')]);
  expect(describeAdmins({ adminEmails, adminSupportEmails }, false)).toEqual([
    line('ADMIN_EMAILS and ADMIN_SUPPORT_EMAILS'),
  ]);
  expect(describeAdmins(owners, true)).toEqual([]);
  expect(describeAdmins({ adminEmails: [], adminSupportEmails: [] }, false)).toEqual([]);
});
