import { z } from 'zod';

type Environment = Record<string, string | undefined>;

/**
 * Checks each setting on its own. A bad value becomes a problem, `NAME: what is wrong`, and is replaced with a valid
 * one, so that checks across settings still run and one start reports everything. `examples` holds such values for
 * settings without a default that other settings depend on.
 */
export function parseSettings<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
  examples: Environment = {},
): { values: z.infer<z.ZodObject<Shape>>; problems: string[] } {
  const problems: string[] = [];
  const usable = { ...environment };
  for (const [name, setting] of Object.entries(schema.shape)) {
    const value = environment[name];
    if (value === undefined) continue;
    const problem = isBlank(value) ? 'is blank; set a value or remove it' : problemOf(setting, value);
    if (problem === null) continue;
    problems.push(`${name}: ${problem}`);
    usable[name] = [examples[name], 'x'].find((example) => example && problemOf(setting, example) === null);
  }
  return { values: schema.parse(usable), problems };
}

/** Keeps the first problem of each setting, so that a malformed value is not also reported as missing. */
export function firstOfEach(problems: string[]): string[] {
  const nameOf = (problem: string) => (/^\w+: in line \d/.test(problem) ? problem : problem.split(':')[0]);
  return problems.filter((problem, index) => problems.findIndex((each) => nameOf(each) === nameOf(problem)) === index);
}

/** Whether a value has no visible characters. */
function isBlank(value: string): boolean {
  return !/[^\s\p{C}]/u.test(value);
}

function problemOf(setting: z.core.$ZodType, value: string): string | null {
  return z.safeParse(setting, value).error?.issues[0]?.message ?? null;
}
