import { AppError } from '@parley/core';
import type { IdentityRecord, IdentityStore, UserRecord } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { addUser, isUser, users } from '../accounts/user-store.ts';

interface IdentityDocument extends IdentityRecord {
  _id: string;
  /**
   * The user to create with this identity; removed once that user is stored. Any process that finds it stores the user
   * first.
   */
  opens?: UserRecord;
}

export const identities = collection<IdentityDocument>('identities', [
  { name: 'of_user', key: { userId: 1, createdAt: 1 } },
]);

export function createIdentityStore(database: Database): IdentityStore {
  const all = database.of(identities);

  /** Stores the user of a new identity. False, and the identity removed, when the address is taken. */
  async function open({ _id, opens }: IdentityDocument): Promise<boolean> {
    if (!opens) return true;
    const isStored = (await addUser(database, opens)) || (await database.of(users).findOne({ _id: opens.id })) !== null;
    if (isStored) await all.updateOne({ _id }, { $unset: { opens: 1 } });
    else await all.deleteOne({ _id, userId: opens.id });
    return isStored;
  }

  async function find(_id: string): Promise<IdentityDocument | null> {
    const found = await all.findOne({ _id });
    return found && (await open(found)) ? found : null;
  }

  return {
    async createUser(user, identity) {
      const document = { ...toDocument(identity), opens: user };
      while (!(await wasFree(all.insertOne(document)))) {
        if (await find(document._id)) return 'subject-taken';
      }
      return (await open(document)) ? 'created' : 'email-taken';
    },
    async link(identity) {
      const document = toDocument(identity);
      while (!(await wasFree(all.insertOne(document)))) {
        if (await find(document._id)) return false;
      }
      // Checked after the write, since the user may be deleted meanwhile.
      if (await isUser(database, identity.userId)) return true;
      await all.deleteOne({ _id: document._id, userId: identity.userId });
      throw new AppError('unauthorized');
    },
    async find(provider, subject) {
      const found = await find(keyOf({ provider, subject }));
      return found && toIdentity(found);
    },
    async listOfUser(userId) {
      const found = await all.find({ userId }).sort({ createdAt: 1 }).toArray();
      return found.map(toIdentity);
    },
    async update(provider, subject, patch) {
      if (Object.keys(patch).length === 0) return;
      await all.updateOne({ _id: keyOf({ provider, subject }) }, { $set: patch });
    },
    async remove(provider, subject) {
      await all.deleteOne({ _id: keyOf({ provider, subject }) });
    },
  };
}

/** The `_id` of an identity. An issuer may contain colons, so it is encoded; `apple` stays as it is. */
export function keyOf({ provider, subject }: Pick<IdentityRecord, 'provider' | 'subject'>): string {
  return `${encodeURIComponent(provider)}:${subject}`;
}

function toDocument(identity: IdentityRecord): IdentityDocument {
  return { _id: keyOf(identity), ...identity };
}

function toIdentity({ _id, opens: _opens, ...identity }: IdentityDocument): IdentityRecord {
  return identity;
}
