import { join } from 'node:path';
import { normalizeEmail } from '@parley/core';
import { findByAddress } from '../auth/find-by-address.ts';
import { readConfig, readEnvironment, type Config } from '../settings/config.ts';
import { openLog } from '../log/open-log.ts';
import { speak } from '../language/speak.ts';
import { accountMails } from '../mail/account-mails.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { openStorage } from '../storage/open-storage.ts';
import { requireDatabase } from '../storage/sqlite/database/open-existing.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';

interface Dialog {
  say(text: string): void;
  /** What the operator types, or null without a terminal. */
  ask(text: string): Promise<string | null>;
}

/**
 * `parley remove-second-factor`: helps a person who lost their authenticator app and all recovery codes. Removes the
 * app and the remembered devices, ends all sessions, and mails the person. `who` is an email address or the ID of an
 * account; the operator types it again unless `isSure`. Throws a sentence if nothing was removed.
 */
export async function removeSecondFactor(
  { who, isSure }: { who: string; isSure: boolean },
  root: string,
  dialog: Dialog,
  environment = readEnvironment(root),
): Promise<void> {
  const config = readConfig(environment, root);
  const file = /^sqlite:(?!:memory:$)(.+)$/.exec(config.databaseUrl)?.[1];
  // Opening a missing database would create an empty one.
  if (file !== undefined) requireDatabase(file);
  const storage = await openStorage(config.databaseUrl, { filesDir: join(config.dataDir, 'files') });
  try {
    const user = (await findByAddress(storage.users, normalizeEmail(who))) ?? (await storage.users.findById(who));
    if (!user) {
      // The settings read here may not be those of the running server.
      const place = file === undefined ? '' : ` The database is ${file}.`;
      throw new Error(`No account has the email address or ID ${who}.${place}`);
    }
    if ((await storage.secondFactors.find(user.id)) === null) {
      throw new Error(`The account ${who} has no authenticator app, so nothing was changed.`);
    }
    if (!isSure) await confirm(who, dialog);
    await remove(storage, user.id);
    // A line like the server's, for log collectors, without the address.
    openLog(config.logLevel).warn({ userId: user.id }, 'an operator removed a second factor');
    dialog.say(`Removed the authenticator app of ${who} and ended all sessions. The password alone signs in now.`);
    dialog.say(await notifyOwner(user, config));
  } finally {
    await storage.close();
  }
}

async function confirm(who: string, { say, ask }: Dialog): Promise<void> {
  say(
    `This removes the authenticator app of ${who} and ends all sessions. From then on, the password alone signs in. ` +
      'Be sure that the person who asked owns the account: a message from its address proves only the mailbox.',
  );
  const typed = await ask(`Type ${who} again to confirm: `);
  if (typed === null) throw new Error('There is no terminal to confirm at. Add --yes if you are sure.');
  if (typed !== who) throw new Error('That is something else, so nothing was changed.');
}

/** The app goes last: after a crash before that, the command can be repeated. */
async function remove({ sessions, rememberedDevices, secondFactors }: Storage, userId: string): Promise<void> {
  await rememberedDevices.removeAll(userId);
  await sessions.revokeAll(userId, null);
  await secondFactors.remove(userId);
}

/** Mails the owner. Returns a sentence about it. */
async function notifyOwner({ email, language }: UserRecord, config: Config): Promise<string> {
  if (email === null) return 'The account has no email address, so tell its owner yourself.';
  if (!config.mail) return 'SMTP_URL is not set, so tell its owner yourself.';
  const publicUrl = () => config.publicUrl ?? `http://localhost:${config.port}`;
  const mailer = openMailer(config.mail);
  try {
    const mails = accountMails({ productName: config.productName, publicUrl });
    await mailer.send(speak(language ?? 'en', () => mails.secondFactorRemovedForYou(email)));
    return `Sent a mail to ${email}.`;
  } catch {
    return `The mail to ${email} could not be sent, so tell its owner yourself. \`parley doctor\` tries the mail server.`;
  } finally {
    mailer.close();
  }
}
