import { ConfigError, readConfig } from '../../settings/config.ts';
import type { Check } from '../../doctor/check.ts';
import { createHide } from '../../doctor/hide-secrets.ts';
import { runChecks } from '../../doctor/run-checks.ts';
import { GROUPS, type Group, type Question } from './groups.ts';

/** A person at a terminal. */
export interface Dialog {
  /** Asks a question; resolves to the trimmed answer. What is typed is not shown if `isSecret`. */
  ask(text: string, isSecret: boolean): Promise<string>;
  say(text: string): void;
}

export type Answers = Record<string, string>;

/**
 * Asks for the settings that matter, tries each group, and asks again where one fails. `root` is the program's folder.
 */
export async function askForSettings(dialog: Dialog, root: string): Promise<Answers> {
  let settings: Answers = {};
  dialog.say('Press Enter to skip a question. README.md describes every setting.');
  for (const group of GROUPS) {
    dialog.say(`\n${group.about}`);
    settings = { ...settings, ...(await askForGroup(group, settings, dialog, root)) };
  }
  return settings;
}

async function askForGroup(group: Group, known: Answers, dialog: Dialog, root: string): Promise<Answers> {
  for (;;) {
    const answers = await askAll(group.questions, dialog);
    if (Object.keys(answers).length === 0) return answers;
    const isRight = await tryOut(group, { ...known, ...answers }, dialog, root);
    if (isRight) return answers;
  }
}

/** The answers, without those to skipped questions. */
async function askAll(questions: readonly Question[], dialog: Dialog): Promise<Answers> {
  const answers: Answers = {};
  for (const question of questions) {
    const answer = await dialog.ask(`${question.text}: `, question.isSecret ?? false);
    if (answer !== '') answers[question.setting] = answer;
    else if (!question.isOptional && Object.keys(answers).length === 0) return {};
  }
  return answers;
}

/** Whether the settings can stay: they work, or the person keeps them although they do not. */
async function tryOut(group: Group, settings: Answers, dialog: Dialog, root: string): Promise<boolean> {
  const checks = checksOrProblems(group, settings, root);
  if ('problems' in checks) {
    for (const problem of checks.problems) dialog.say(`  ${problem}`);
    dialog.say('Please answer again, or press Enter to skip this part.');
    return false;
  }
  const findings = await runChecks(checks.checks, { hide: createHide(settings, []) });
  for (const { level, part, message, fix } of findings) {
    dialog.say(`  ${level.padEnd(8)} ${part}: ${[message, fix].filter(Boolean).join(' ')}`);
  }
  if (findings.every(({ level }) => level !== 'error')) return true;
  const keep = await dialog.ask('Keep this anyway? [y/N] ', false);
  return /^y(es)?$/i.test(keep);
}

function checksOrProblems(group: Group, settings: Answers, root: string): { checks: Check[] } | { problems: string[] } {
  try {
    return { checks: group.checksOf(readConfig(settings, root)) };
  } catch (error) {
    if (error instanceof ConfigError) return { problems: error.problems };
    throw error;
  }
}
