import { expect, test } from 'vitest';
import { kindsRemoved, RECORD_KINDS } from '../records.ts';
import type { Storage } from '../storage.ts';
import { TRANSFER_KINDS, type TransferReader } from '../transfer/transfer.ts';
import { storeEverything } from './everything.ts';
import { NOW } from './samples.ts';

/** The contract of every engine about each kind of record. `read` closes the storage and opens its records. */
export function recordsContract(open: () => Promise<Storage>, read: () => Promise<TransferReader>): void {
  async function allRecords() {
    const reader = await read();
    const found = new Map<string, object[]>();
    for (const kind of TRANSFER_KINDS) {
      found.set(kind, []);
      for await (const { records } of reader.dump(kind)) found.get(kind)?.push(...records);
    }
    await reader.close();
    return found;
  }

  test('a deletion removes the records of every kind but those declared to stay', async () => {
    const storage = await open();
    const { user, other, gone } = await storeEverything(storage);
    await storage.close();
    const before = await allRecords();
    // A new kind needs a record in `storeEverything`.
    expect(Object.keys(RECORD_KINDS).filter((kind) => !before.get(kind)?.length)).toStrictEqual([]);
    const opened = await open();
    for (const { id } of [user, other, gone]) {
      await opened.deletions.begin(id, NOW);
      while (!(await opened.deletions.removeContent(id)));
      await opened.deletions.finish(id, NOW);
    }
    await opened.close();
    const after = await allRecords();
    for (const [kind, { removed }] of Object.entries(RECORD_KINDS)) {
      // The whole server's budgets belong to no user.
      const left = (after.get(kind) ?? []).filter(
        (record) => kind !== 'budgets' || ('userId' in record && record.userId !== ''),
      );
      expect(left, kind).toHaveLength(
        removed === 'never' || removed === 'unnamed'
          ? (before.get(kind)?.length ?? 0) + (kind === 'deletions' ? 2 : 0)
          : 0,
      );
    }
    for (const kind of kindsRemoved('unnamed')) {
      const names = (records: { userId?: string }[]) => records.map(({ userId }) => userId);
      expect(names(before.get(kind) ?? []), kind).toEqual(expect.arrayContaining([user.id]));
      expect(names(after.get(kind) ?? []).filter((id) => [user.id, other.id, gone.id].includes(id ?? ''))).toEqual([]);
    }
  });
}
