import type { DoctorFinding } from '@parley/core';
import { examine } from '../doctor/examine.ts';
import { VERSION } from '../version.ts';

interface Output {
  write(text: string): unknown;
}

/** `parley doctor`: prints one line for each finding, or all of them as JSON. Resolves to whether there are errors. */
export async function doctor({ isJson }: { isJson: boolean }, root: string, output: Output): Promise<boolean> {
  const findings = await examine({ root });
  const count = (level: DoctorFinding['level']) => findings.filter((finding) => finding.level === level).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const counts = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`;
  output.write(
    isJson
      ? `${JSON.stringify({ version: VERSION, errors, warnings, findings }, null, 2)}\n`
      : `${findings.map(lineOf).join('\n')}\n${counts}\n`,
  );
  return errors > 0;
}

function lineOf({ level, part, message, fix }: DoctorFinding): string {
  return `${level.padEnd(8)} ${part}: ${[message, fix].filter(Boolean).join(' ')}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
