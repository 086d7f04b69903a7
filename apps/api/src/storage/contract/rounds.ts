/** How many rounds a random test runs, or how many competitors a race has, of those that it has. */
export type Rounds = (all: number) => number;

/**
 * A fifth of the rounds, or all with `npm test -- --all`. For engines on which a round takes long; SQLite in memory
 * always runs all.
 */
export const someRounds =
  (env: NodeJS.ProcessEnv): Rounds =>
  (all) =>
    env.PARLEY_TEST_ALL ? all : Math.ceil(all / 5);
