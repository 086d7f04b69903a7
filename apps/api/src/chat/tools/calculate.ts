import { z } from 'zod';
import type { Turn } from '../modes/mode.ts';
import { runInThread } from './threads/run-in-thread.ts';
import type { Tool } from './tool.ts';

const MAX_EXPRESSION = 1_000;

const THREAD = new URL('./threads/calculation-thread.ts', import.meta.url);

const Arguments = z.object({ expression: z.string().trim().min(1).max(MAX_EXPRESSION) });

/** Computes numbers, units and dates exactly, which models do badly. */
export function calculate({ safetyIdentifier: user }: Turn): Tool<z.infer<typeof Arguments>> {
  return {
    name: 'calculate',
    description: [
      'Computes an expression exactly. Use it for all but the simplest arithmetic.',
      'Numbers: 0.1 + 0.2, 17! / 3^4, sqrt(2), round(2/3, 4), 80 * 15%.',
      'Units: 5 km/h to mile/hour, 70 degF to degC.',
      'Dates: days("2024-02-28", "2024-03-01"), addDays("2024-12-25", 10), addMonths("2024-01-31", 1), weekday("2026-11-22").',
    ].join(' '),
    schema: Arguments,
    shown: 'calculate',
    limit: 20,
    detailOf: ({ expression }) => expression,
    run: async ({ expression }, signal) => ({
      text: `${expression} = ${await runInThread<string>(THREAD, expression, { user, signal })}`,
    }),
  };
}
