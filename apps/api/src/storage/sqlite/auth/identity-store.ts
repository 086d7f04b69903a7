import { AppError } from '@parley/core';
import type { IdentityRecord, IdentityStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { addUser } from '../accounts/user-store.ts';

type IdentityRow = Omit<IdentityRecord, 'isPrivateRelay' | 'forwardsMail'> & {
  isPrivateRelay: number;
  forwardsMail: number;
};
type Key = { provider: string; subject: string };

const COLUMNS = `provider, subject, user_id AS userId, email, is_private_relay AS isPrivateRelay,
  forwards_mail AS forwardsMail, refresh_token AS refreshToken, created_at AS createdAt`;

const insertIdentity = statement<IdentityRow>(`
  INSERT INTO identities (provider, subject, user_id, email, is_private_relay, forwards_mail, refresh_token, created_at)
  SELECT :provider, :subject, id, :email, :isPrivateRelay, :forwardsMail, :refreshToken, :createdAt
  FROM users WHERE id = :userId AND deleted_at IS NULL`);
const selectIdentity = statement<Key, IdentityRow>(
  `SELECT ${COLUMNS} FROM identities WHERE provider = :provider AND subject = :subject`,
);
const selectOfUser = statement<{ userId: string }, IdentityRow>(
  `SELECT ${COLUMNS} FROM identities WHERE user_id = :userId ORDER BY created_at`,
);
const updateIdentity = statement<
  Key & Pick<IdentityRow, 'email' | 'isPrivateRelay' | 'forwardsMail' | 'refreshToken'>
>(`
  UPDATE identities
  SET email = :email, is_private_relay = :isPrivateRelay, forwards_mail = :forwardsMail, refresh_token = :refreshToken
  WHERE provider = :provider AND subject = :subject`);
const deleteIdentity = statement<Key>('DELETE FROM identities WHERE provider = :provider AND subject = :subject');

export function createIdentityStore(database: Database): IdentityStore {
  return {
    async createUser(user, identity) {
      return database.transaction(
        () => {
          if (database.get(selectIdentity, keyOf(identity))) return 'subject-taken';
          if (!addUser(database, user)) return 'email-taken';
          database.run(insertIdentity, toRow(identity));
          return 'created';
        },
        (outcome) => outcome === 'created',
      );
    },
    async link(identity) {
      return database.transaction(() => {
        if (database.get(selectIdentity, keyOf(identity))) return false;
        if (database.run(insertIdentity, toRow(identity)) === 0) throw new AppError('unauthorized');
        return true;
      });
    },
    async find(provider, subject) {
      const row = database.get(selectIdentity, { provider, subject });
      return row ? toIdentity(row) : null;
    },
    async listOfUser(userId) {
      return database.all(selectOfUser, { userId }).map(toIdentity);
    },
    async update(provider, subject, patch) {
      database.transaction(() => {
        const row = database.get(selectIdentity, { provider, subject });
        if (!row) return;
        const { email, isPrivateRelay, forwardsMail, refreshToken } = toRow({ ...toIdentity(row), ...patch });
        database.run(updateIdentity, { provider, subject, email, isPrivateRelay, forwardsMail, refreshToken });
      });
    },
    async remove(provider, subject) {
      database.run(deleteIdentity, { provider, subject });
    },
  };
}

function keyOf({ provider, subject }: IdentityRecord): Key {
  return { provider, subject };
}

function toRow({ provider, subject, userId, email, refreshToken, createdAt, ...flags }: IdentityRecord): IdentityRow {
  const isPrivateRelay = Number(flags.isPrivateRelay);
  const forwardsMail = Number(flags.forwardsMail);
  return { provider, subject, userId, email, isPrivateRelay, forwardsMail, refreshToken, createdAt };
}

function toIdentity({ isPrivateRelay, forwardsMail, ...rest }: IdentityRow): IdentityRecord {
  return {
    ...rest,
    isPrivateRelay: isPrivateRelay === 1,
    forwardsMail: forwardsMail === 1,
  };
}
