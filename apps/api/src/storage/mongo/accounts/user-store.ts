import type { UserRecord, UserStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import { countUp } from '../figures/daily-counts.ts';
import type { Database } from '../database/database.ts';
import { isTaken, wasFree } from '../database/driver-errors.ts';
import { NEW_USER } from '../../accounts/user-store.ts';

/** A missing address is omitted, so that it is in no index. */
export interface UserDocument extends Omit<UserRecord, 'id' | 'email'> {
  _id: string;
  email?: string;
  /** When the deletion started. From then on the user is unknown and its data is being removed. */
  deletedAt?: number;
  /** The customer whose subscription the user has, and the sync that stored it. */
  billedBy?: string;
  billedSeq?: number;
}

export const users = collection<UserDocument>('users', [
  { name: 'one_user_each', key: { email: 1 }, options: { unique: true, sparse: true } },
  { name: 'by_deletion', key: { deletedAt: 1 } },
]);

/** Stores a user and counts it. False, and nothing stored, when the address is taken. */
export async function addUser(database: Database, user: UserRecord): Promise<boolean> {
  const isAdded = await wasFree(database.of(users).insertOne(toDocument(user)));
  if (isAdded) await countUp(database, user.createdAt, 'users');
  return isAdded;
}

/** Whether the user exists and is not being deleted. */
export async function isUser(database: Database, userId: string): Promise<boolean> {
  const user = await database.of(users).findOne({ _id: userId }, { projection: { deletedAt: 1 } });
  return user !== null && user.deletedAt === undefined;
}

/** The user of a session or a key; null when they are unknown, blocked or being deleted. */
export async function findActive(database: Database, userId: string): Promise<UserRecord | null> {
  const user = toUser(await database.of(users).findOne({ _id: userId }));
  return user?.blockedAt === null ? user : null;
}

export function createUserStore(database: Database): UserStore {
  const all = database.of(users);
  const known = (id: string) => ({ _id: id, deletedAt: { $exists: false } });
  return {
    create: (user) => addUser(database, user),
    async findById(id) {
      return toUser(await all.findOne({ _id: id }));
    },
    async findByEmail(email) {
      return toUser(await all.findOne({ email }));
    },
    async update(id, patch) {
      return (await all.updateOne(known(id), { $set: patch })).matchedCount === 1;
    },
    async setPasswordHash(id, passwordHash, was) {
      const filter = { ...known(id), ...(was !== undefined && { passwordHash: was }) };
      return (await all.updateOne(filter, { $set: { passwordHash } })).matchedCount === 1;
    },
    async setVerified(id, email) {
      const { matchedCount } = await all.updateOne({ ...known(id), email }, { $set: { emailVerified: true } });
      return matchedCount === 1;
    },
    async setEmail(id, email, was) {
      const holder = await all.findOne({ email });
      if (holder && holder._id !== id) return false;
      try {
        const filter = { ...known(id), passwordHash: was };
        const { matchedCount } = await all.updateOne(filter, { $set: { email, emailVerified: true } });
        return matchedCount === 1;
      } catch (error) {
        if (isTaken(error)) return false;
        throw error;
      }
    },
    async give(id, gifts) {
      return (await all.updateOne(known(id), { $set: gifts })).matchedCount === 1;
    },
    async setBlocked(id, blockedAt) {
      return (await all.updateOne(known(id), { $set: { blockedAt } })).matchedCount === 1;
    },
  };
}

function toDocument({ id, email, ...rest }: UserRecord): UserDocument {
  return { _id: id, ...(email !== null && { email }), ...rest };
}

function toUser(document: UserDocument | null): UserRecord | null {
  if (!document || document.deletedAt !== undefined) return null;
  const { _id: id, email = null, deletedAt: _deletedAt, billedBy: _billedBy, billedSeq: _seq, ...rest } = document;
  // A document may be older than a field.
  return { ...NEW_USER, id, email, ...rest };
}
