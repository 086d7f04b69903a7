import { MAILED_PAGES, t } from '@parley/core';
import { replaceWords, type BrandMails, type MailName } from '../brand/mail-texts.ts';
import { dollarsText, timeText } from '../language/speak.ts';
import type { CeilingNews } from '../spending/budgets.ts';
import { renderEmail, type Email, type MailColors } from './email-template.ts';
import type { Mail } from './mail.ts';

export interface MailPlaces {
  productName: string;
  /** The origin that users open. All links use it, regardless of the request's headers. */
  publicUrl: () => string;
  /** The operator's words and colors; the usual ones by default. */
  brand?: () => { mails: BrandMails; colors: MailColors };
}

export type AccountMails = ReturnType<typeof accountMails>;

/** Templates of all account mails. */
export function accountMails({ productName, publicUrl, brand }: MailPlaces) {
  const verifyUrl = (token: string) => `${publicUrl()}${MAILED_PAGES.verify}#${token}`;
  const notYou = () => t`If this wasn’t you, reset your password now. This also signs you out everywhere.`;
  const wayIn = (): Pick<Email, 'action' | 'after'> => ({
    action: { label: t`Open ${productName}`, url: `${publicUrl()}/` },
    after: [
      t`If this wasn’t you, remove it in Settings and change your password. That also signs you out everywhere else.`,
    ],
  });
  const email = (
    name: MailName,
    to: string,
    subject: string,
    rest: Pick<Email, 'before' | 'action' | 'after'>,
  ): Mail => {
    const site = publicUrl();
    const { mails = {}, colors } = brand?.() ?? {};
    const values = { product: productName, site: new URL(site).host };
    const words = replaceWords({ subject, ...rest }, mails[name], values);
    return renderEmail({ to, productName, publicUrl: site, ...words, ...(colors && { colors }) });
  };

  return {
    verifyAddress: (to: string, token: string): Mail =>
      email('verifyAddress', to, t`Confirm your email for ${productName}`, {
        before: [t`Welcome to ${productName}! Please confirm that this is your email address.`],
        action: { label: t`Confirm my email`, url: verifyUrl(token) },
        after: [t`The link works once and expires in 24 hours. If you didn’t sign up, you can ignore this email.`],
      }),

    confirmNewAddress: (to: string, token: string): Mail =>
      email('confirmNewAddress', to, t`Confirm your new email for ${productName}`, {
        before: [t`Please confirm that you want to use this email address for your ${productName} account.`],
        action: { label: t`Use this email`, url: verifyUrl(token) },
        after: [t`The link works once and expires in 24 hours. If you didn’t ask for this, you can ignore this email.`],
      }),

    resetPassword: (to: string, token: string): Mail =>
      email('resetPassword', to, t`Reset your ${productName} password`, {
        before: [t`Someone asked to reset your ${productName} password. If it was you, choose a new one.`],
        action: { label: t`Choose a new password`, url: `${publicUrl()}${MAILED_PAGES.reset}#${token}` },
        after: [
          t`The link works once and expires in 30 minutes. If you didn’t ask for this, ignore this email and nothing will change.`,
        ],
      }),

    addressHasAccount: (to: string): Mail =>
      email('addressHasAccount', to, t`You already have a ${productName} account`, {
        before: [
          t`Someone tried to sign up for ${productName} with this email address. It already has an account.`,
          t`If it was you, sign in with your password. If you forgot it, you can reset it there.`,
        ],
        action: { label: t`Sign in`, url: `${publicUrl()}/` },
        after: [t`If this wasn’t you, you don’t need to do anything. Nothing has changed.`],
      }),

    /** `isFirstProof`: the address was never verified before, so a stranger may have created the account. */
    passwordChanged: (to: string, { isFirstProof = false } = {}): Mail =>
      email('passwordChanged', to, t`Your ${productName} password was changed`, {
        before: [
          t`The password of your ${productName} account was just changed.`,
          ...(isFirstProof
            ? [
                t`This also confirmed your email for the first time, and ended every other way to sign in. If you didn’t create this account, look through its conversations, memories, projects and shared links, and delete what isn’t yours.`,
              ]
            : []),
          notYou(),
        ],
        action: { label: t`Reset my password`, url: `${publicUrl()}/` },
        after: [],
      }),

    passkeyAdded: (to: string): Mail =>
      email('passkeyAdded', to, t`A passkey was added to your ${productName} account`, {
        before: [t`A passkey was just added to your ${productName} account. It signs in without your password.`],
        ...wayIn(),
      }),

    providerLinked: (to: string, provider: string): Mail =>
      email('providerLinked', to, t`Your ${productName} account was linked to ${provider}`, {
        before: [t`Signing in with ${provider} now opens your ${productName} account.`],
        ...wayIn(),
      }),

    apiKeyCreated: (to: string): Mail =>
      email('apiKeyCreated', to, t`An API key was created for your ${productName} account`, {
        before: [t`An API key was just created. Programs that have it can use your ${productName} account.`],
        ...wayIn(),
      }),

    secondFactorAdded: (to: string): Mail =>
      email('secondFactorAdded', to, t`Two-step sign-in is on for your ${productName} account`, {
        before: [
          t`An authenticator app was just added to your ${productName} account. From now on, signing in needs a code of it.`,
        ],
        after: [t`If this wasn’t you, contact the people who run this service right away.`],
      }),

    secondFactorRemoved: (to: string): Mail =>
      email('secondFactorRemoved', to, t`Two-step sign-in is off for your ${productName} account`, {
        before: [t`The authenticator app of your ${productName} account was just removed.`, notYou()],
        action: { label: t`Reset my password`, url: `${publicUrl()}/` },
        after: [],
      }),

    secondFactorRemovedForYou: (to: string): Mail =>
      email('secondFactorRemovedForYou', to, t`Two-step sign-in is off for your ${productName} account`, {
        before: [
          t`The people who run ${productName} removed the authenticator app of your account and signed you out everywhere.`,
          t`Sign in with your password, and set up two-step sign-in again in Settings.`,
        ],
        action: { label: t`Sign in`, url: `${publicUrl()}/` },
        after: [t`If you didn’t ask for this, reset your password now, and contact the people who run this service.`],
      }),

    recoveryCodeUsed: (to: string): Mail =>
      email('recoveryCodeUsed', to, t`A recovery code of your ${productName} account was used`, {
        before: [t`Someone just used a recovery code of your ${productName} account. It won’t work again.`, notYou()],
        action: { label: t`Reset my password`, url: `${publicUrl()}/` },
        after: [],
      }),

    addressChangeAsked: (to: string): Mail =>
      email('addressChangeAsked', to, t`Your ${productName} email is about to change`, {
        before: [t`Someone asked to change the email of your ${productName} account.`, notYou()],
        action: { label: t`Reset my password`, url: `${publicUrl()}/` },
        after: [t`If it was you, open the link that we sent to your new address.`],
      }),

    addressChanged: (to: string): Mail =>
      email('addressChanged', to, t`Your ${productName} email was changed`, {
        before: [
          t`Your ${productName} account now uses a different email address. You can no longer sign in with this one.`,
        ],
        after: [t`If this wasn’t you, contact the people who run this service right away.`],
      }),

    accountDeleted: (to: string): Mail =>
      email('accountDeleted', to, t`Your ${productName} account was deleted`, {
        before: [t`As you asked, we deleted your ${productName} account with all its conversations and files.`],
        after: [t`You’re welcome to create a new account at any time.`],
      }),

    accountRemoved: (to: string): Mail =>
      email('accountRemoved', to, t`Your ${productName} account was deleted`, {
        before: [t`We deleted your ${productName} account with all its conversations and files.`],
        after: [t`If you didn’t expect this, contact the people who run this service.`],
      }),

    ceilingReached: (to: string, { ceiling, percent, most, until }: CeilingNews): Mail => {
      const isDay = ceiling === 'day';
      const dollars = dollarsText(most);
      return renderEmail({
        to,
        subject: isDay
          ? t`${productName} has used ${percent}% of today’s budget`
          : t`${productName} has used ${percent}% of this month’s budget`,
        productName,
        publicUrl: publicUrl(),
        before: [
          isDay
            ? t`The replies of ${productName} have used ${percent}% of the ${dollars} that they may cost today.`
            : t`The replies of ${productName} have used ${percent}% of the ${dollars} that they may cost this month.`,
          ...(percent === 100 ? [t`New messages are refused until ${timeText(until)}.`] : []),
        ],
        action: { label: t`See what it costs`, url: `${publicUrl()}/admin` },
        after: [t`You set this limit with ${`COST_LIMIT_${ceiling.toUpperCase()}`}.`],
      });
    },

    /** A blocked account cannot sign in to download anything yet. */
    exportOffered: (to: string, isBlocked: boolean): Mail =>
      email('exportOffered', to, t`Your ${productName} data`, {
        before: [
          isBlocked
            ? t`Your ${productName} account is blocked. All your data is still there: your conversations, files and settings.`
            : t`You can download all your ${productName} data: your conversations, files and settings.`,
        ],
        action: { label: t`Open ${productName}`, url: `${publicUrl()}/` },
        after: [
          isBlocked
            ? t`Once your account is unblocked, sign in, open Settings and press Export. Nobody else can download it.`
            : t`Sign in, open Settings and press Export. Nobody else can download it.`,
        ],
      }),
  };
}
