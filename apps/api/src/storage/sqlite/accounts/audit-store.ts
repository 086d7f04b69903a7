import { cursorAfter, placeOf } from '../../accounts/audit-cursor.ts';
import type { AuditRecord, AuditStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

type Row = Omit<AuditRecord, 'details'> & { details: string };

const COLUMNS = 'id, press_id AS pressId, at, actor, action, user_id AS userId, place, details, outcome';

const insertOne = statement<Row>(`
  INSERT INTO audits (id, press_id, at, actor, action, user_id, place, details, outcome)
  VALUES (:id, :pressId, :at, :actor, :action, :userId, :place, :details, :outcome) ON CONFLICT (id) DO NOTHING`);
const selectOne = statement<{ id: string }, Row>(`SELECT ${COLUMNS} FROM audits WHERE id = :id`);
const updateOutcome = statement<Pick<Row, 'id' | 'outcome' | 'details'>>(
  'UPDATE audits SET outcome = :outcome, details = :details WHERE id = :id',
);
const selectPage = statement<Pick<Row, 'at' | 'id'> & { limit: number }, Row>(`
  SELECT ${COLUMNS} FROM audits WHERE (at, id) < (:at, :id) ORDER BY at DESC, id DESC LIMIT :limit`);
const selectOfUser = statement<{ userId: string }, Row>(
  `SELECT ${COLUMNS} FROM audits WHERE user_id = :userId ORDER BY at DESC, id DESC`,
);

export function createAuditStore(database: Database): AuditStore {
  return {
    async add(line) {
      return database.run(insertOne, { ...line, details: JSON.stringify(line.details) }) === 1;
    },
    async find(id) {
      const found = database.get(selectOne, { id });
      return found ? toRecord(found) : null;
    },
    async end(id, outcome, details) {
      database.run(updateOutcome, { id, outcome, details: JSON.stringify(details) });
    },
    async list({ limit, before }) {
      const rows = database.all(selectPage, { ...placeOf(before), limit: limit + 1 });
      const items = rows.slice(0, limit).map(toRecord);
      const last = items.at(-1);
      return { items, nextBefore: last && rows.length > limit ? cursorAfter(last) : null };
    },
    async ofUser(userId) {
      return database.all(selectOfUser, { userId }).map(toRecord);
    },
  };
}

function toRecord(row: Row): AuditRecord {
  return { ...row, details: JSON.parse(row.details) as AuditRecord['details'] };
}
