import { MAILED_PAGES } from '@parley/core';
import { renderEmail } from './email-template.ts';
import type { Mail } from './mail.ts';

export interface MailPlaces {
  productName: string;
  /** The origin that users open. All links use it, regardless of the request's headers. */
  publicUrl: () => string;
}

export type AccountMails = ReturnType<typeof accountMails>;

/** Templates of all account mails. */
export function accountMails({ productName, publicUrl }: MailPlaces) {
  const verifyUrl = (token: string) => `${publicUrl()}${MAILED_PAGES.verify}#${token}`;
  const notYou = 'If this was not you, reset your password now and sign out everywhere:';
  const email = (
    to: string,
    subject: string,
    rest: Omit<Parameters<typeof renderEmail>[0], 'to' | 'subject' | 'productName'>,
  ) => renderEmail({ to, subject, productName, ...rest });

  return {
    verifyAddress: (to: string, token: string): Mail =>
      email(to, `Confirm your email for ${productName}`, {
        before: [`Welcome to ${productName}. Please confirm that this is your email address.`],
        action: { label: 'Confirm my email', url: verifyUrl(token) },
        after: ['The link works once, for 24 hours. If you did not sign up, you can ignore this mail.'],
      }),

    confirmNewAddress: (to: string, token: string): Mail =>
      email(to, `Confirm your new email for ${productName}`, {
        before: [`Please confirm that you want to use this address for your ${productName} account from now on.`],
        action: { label: 'Use this address', url: verifyUrl(token) },
        after: ['The link works once, for 24 hours. If you did not ask for this, you can ignore this mail.'],
      }),

    resetPassword: (to: string, token: string): Mail =>
      email(to, `Reset your ${productName} password`, {
        before: [`Someone (hopefully you) asked to reset the password of your ${productName} account.`],
        action: { label: 'Choose a new password', url: `${publicUrl()}${MAILED_PAGES.reset}#${token}` },
        after: ['The link works once, for 30 minutes. If you did not ask for this, nothing changes.'],
      }),

    addressHasAccount: (to: string): Mail =>
      email(to, `You already have a ${productName} account`, {
        before: [
          `Someone (probably you) tried to use this address for another ${productName} account.`,
          'You already have one: sign in with your password, or reset it if you have forgotten it.',
        ],
        action: { label: 'Sign in', url: `${publicUrl()}/` },
        after: ['If this was not you, nothing has changed and there is nothing to do.'],
      }),

    passwordChanged: (to: string): Mail =>
      email(to, `Your ${productName} password was changed`, {
        before: [`The password of your ${productName} account was changed just now.`, notYou],
        action: { label: 'Reset my password', url: `${publicUrl()}/` },
        after: [],
      }),

    addressChangeAsked: (to: string): Mail =>
      email(to, `A new email for your ${productName} account`, {
        before: [`Someone asked to change the email of your ${productName} account to another one.`, notYou],
        action: { label: 'Reset my password', url: `${publicUrl()}/` },
        after: ['If it was you, confirm the new address with the mail that was sent to it.'],
      }),

    addressChanged: (to: string): Mail =>
      email(to, `The email of your ${productName} account was changed`, {
        before: [`Your ${productName} account uses another address from now on. This one no longer signs in.`],
        after: ['If this was not you, please contact the operator of this service.'],
      }),

    accountDeleted: (to: string): Mail =>
      email(to, `Your ${productName} account is deleted`, {
        before: [`Your ${productName} account is deleted, as you asked, with all its conversations and files.`],
        after: ['You are welcome to come back with a new account at any time.'],
      }),
  };
}
