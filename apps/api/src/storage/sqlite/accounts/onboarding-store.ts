import { AppError, NO_ONBOARDING_ANSWERS, type OnboardingAnswers, type OnboardingStepId } from '@parley/core';
import type { OnboardingRecord, OnboardingStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

interface Row {
  step: OnboardingStepId;
  answers: string;
  seenAt: number | null;
  demoUsedAt: number | null;
}

type Change = { userId: string; step: string | null; answers: string | null; seenAt: number | null; none: string };

const COLUMNS = 'step, answers, seen_at AS seenAt, demo_used_at AS demoUsedAt';
const NONE = JSON.stringify(NO_ONBOARDING_ANSWERS);

const selectOne = statement<{ userId: string }, Row>(`SELECT ${COLUMNS} FROM onboarding WHERE user_id = :userId`);
const upsert = statement<Change, Row>(`
  INSERT INTO onboarding (user_id, step, answers, seen_at)
  SELECT id, coalesce(:step, 'welcome'), coalesce(:answers, :none), :seenAt
  FROM users WHERE id = :userId AND deleted_at IS NULL
  ON CONFLICT (user_id) DO UPDATE SET
    step = coalesce(:step, step), answers = coalesce(:answers, answers), seen_at = coalesce(seen_at, :seenAt)
  RETURNING ${COLUMNS}`);
const claim = statement<{ userId: string; now: number; none: string }>(`
  INSERT INTO onboarding (user_id, step, answers, demo_used_at)
  SELECT id, 'welcome', :none, :now FROM users WHERE id = :userId AND deleted_at IS NULL
  ON CONFLICT (user_id) DO UPDATE SET demo_used_at = :now WHERE demo_used_at IS NULL`);
const giveBack = statement<{ userId: string; claimedAt: number }>(
  'UPDATE onboarding SET demo_used_at = NULL WHERE user_id = :userId AND demo_used_at = :claimedAt',
);

export function createOnboardingStore(database: Database): OnboardingStore {
  return {
    async find(userId) {
      const row = database.get(selectOne, { userId });
      return row ? toRecord(row) : null;
    },
    async save(userId, { step = null, answers, seenAt = null }) {
      const given = answers ? JSON.stringify(answers) : null;
      // There is no row to update when the user's deletion started while the request was in flight.
      const row = database.transaction(() =>
        database.get(upsert, { userId, step, answers: given, seenAt, none: NONE }),
      );
      if (!row) throw new AppError('unauthorized');
      return toRecord(row);
    },
    async claimDemo(userId, now) {
      return database.run(claim, { userId, now, none: NONE }) === 1;
    },
    async giveDemoBack(userId, claimedAt) {
      database.run(giveBack, { userId, claimedAt });
    },
  };
}

function toRecord({ answers, ...row }: Row): OnboardingRecord {
  return { ...row, answers: JSON.parse(answers) as OnboardingAnswers };
}
