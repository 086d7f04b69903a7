import type { OnboardingAnswers } from '@parley/core';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { newUser, NOW } from '../samples.ts';

const ANSWERS: OnboardingAnswers = { goals: ['writing', 'learning'], quiz: { hours: 'over-10', writing: 'tone' } };
const AT_FIRST = { step: 'welcome', answers: { goals: [], quiz: {} }, seenAt: null, demoUsedAt: null };

export function contract(storage: () => Storage): void {
  const onboarding = () => storage().onboarding;

  test('a user who has not started has no onboarding record', async () => {
    expect(await onboarding().find(await newUser(storage()))).toBeNull();
    expect(await onboarding().find('unknown')).toBeNull();
  });

  test('a save keeps the given fields and leaves the others unchanged', async () => {
    const userId = await newUser(storage());
    expect(await onboarding().save(userId, {})).toStrictEqual(AT_FIRST);
    expect(await onboarding().save(userId, { answers: ANSWERS })).toStrictEqual({ ...AT_FIRST, answers: ANSWERS });
    expect(await onboarding().save(userId, { step: 'quiz' })).toMatchObject({ step: 'quiz', answers: ANSWERS });
    const fewer: OnboardingAnswers = { goals: ['research'], quiz: {} };
    await onboarding().save(userId, { answers: fewer });
    expect(await onboarding().find(userId)).toStrictEqual({ ...AT_FIRST, step: 'quiz', answers: fewer });
  });

  test('a later save keeps the time at which the onboarding was first seen', async () => {
    const userId = await newUser(storage());
    await onboarding().save(userId, { step: 'goals', seenAt: NOW });
    await onboarding().save(userId, { seenAt: NOW + 1 });
    await onboarding().save(userId, { step: 'quiz' });
    expect(await onboarding().find(userId)).toMatchObject({ step: 'quiz', seenAt: NOW });
  });

  test('the demo can be claimed once, even concurrently, and again only after its claim is released', async () => {
    const userId = await newUser(storage());
    const claims = () => Promise.all(Array.from({ length: 10 }, (_, at) => onboarding().claimDemo(userId, NOW + at)));
    expect((await claims()).filter(Boolean)).toHaveLength(1);
    const { demoUsedAt } = (await onboarding().find(userId)) ?? AT_FIRST;
    await onboarding().giveDemoBack(userId, NOW - 1);
    expect(await onboarding().claimDemo(userId, NOW)).toBe(false);
    await onboarding().giveDemoBack(userId, Number(demoUsedAt));
    expect((await onboarding().find(userId))?.demoUsedAt).toBeNull();
    expect((await claims()).filter(Boolean)).toHaveLength(1);
  });

  test('claiming the demo leaves the answers unchanged, and saving answers leaves the claim unchanged', async () => {
    const userId = await newUser(storage());
    await onboarding().save(userId, { step: 'demo', answers: ANSWERS, seenAt: NOW });
    await onboarding().claimDemo(userId, NOW);
    await onboarding().save(userId, { step: 'premium' });
    expect(await onboarding().find(userId)).toStrictEqual({
      step: 'premium',
      answers: ANSWERS,
      seenAt: NOW,
      demoUsedAt: NOW,
    });
  });

  test('the onboarding of one user is separate from another’s', async () => {
    const [one, other] = [await newUser(storage()), await newUser(storage())];
    await onboarding().save(one, { answers: ANSWERS });
    await onboarding().claimDemo(one, NOW);
    expect(await onboarding().find(other)).toBeNull();
    expect(await onboarding().claimDemo(other, NOW)).toBe(true);
  });

  test('the onboarding of a user who is being deleted is not saved', async () => {
    const userId = await newUser(storage());
    await storage().deletions.begin(userId, NOW);
    await expect(onboarding().save(userId, { step: 'quiz' })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await onboarding().claimDemo(userId, NOW)).toBe(false);
    expect(await onboarding().find(userId)).toBeNull();
  });
}
