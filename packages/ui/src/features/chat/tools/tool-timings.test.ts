import type { ToolCall } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listTools, type ToolRow } from './list-tools.ts';
import { toastTool } from './toast-tool.ts';
import { toolState, toolStateAndDuration, toolWords } from './tool-words.ts';

const search = (status: ToolCall['status'], detail = 'tides'): ToolCall => ({ name: 'web_search', status, detail });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function panel() {
  let rows: ToolRow[] = [];
  const tools = listTools((next) => (rows = next));
  return { tools, said: () => rows.map(({ call }) => `${toolWords(call)} ${toolStateAndDuration(call)}`) };
}

function toast() {
  let shown: ToolCall | null = null;
  const tools = toastTool((next) => (shown = next));
  return { tools, said: () => shown && toolState(shown) };
}

test('the panel lists running calls and removes completed ones', () => {
  const { tools, said } = panel();
  tools.update([search('starting')]);
  expect(said()).toEqual(['Searching the web for “tides” Running...']);
  tools.update([search('completed'), { name: 'image_generation', status: 'starting' }]);
  expect(said()).toEqual(['Creating an image Running...']);
  tools.update([search('completed'), { name: 'image_generation', status: 'completed' }]);
  expect(said()).toEqual([]);
});

test('the panel keeps a completed call whose duration it shows for 2 s', () => {
  const { tools, said } = panel();
  const call = { name: 'calculate', detail: '6 * 7' } as const;
  tools.update([{ ...call, status: 'starting' }]);
  expect(said()).toEqual(['Calculating 6 * 7 Running...']);
  tools.update([{ ...call, status: 'completed', seconds: 0.25 }]);
  expect(said()).toEqual(['Calculated 6 * 7 Completed · 0.3 s']);
  tools.update([]);
  vi.advanceTimersByTime(2000);
  expect(said()).toEqual([]);
});

test('the panel marks a failed call and removes it after 2 s, even when the reply has ended', () => {
  const { tools, said } = panel();
  tools.update([search('starting')]);
  tools.update([search('error')]);
  tools.update([]);
  vi.advanceTimersByTime(1999);
  expect(said()).toEqual(['Searching the web for “tides” Error']);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual([]);
});

test.each([
  { endsAfter: 10, completedAt: 2000 },
  { endsAfter: 2000, completedAt: 2000 },
  { endsAfter: 5000, completedAt: 5000 },
])('the toast of a tool that ends after $endsAfter ms says so at $completedAt ms and hides 1 s later', (times) => {
  const { tools, said } = toast();
  tools.update([search('starting')]);
  const began = Date.now();
  const at = (time: number) => vi.advanceTimersByTime(began + time - Date.now());
  at(times.endsAfter);
  tools.update([search('completed')]);
  if (times.endsAfter < times.completedAt) at(times.completedAt - 1);
  expect(said()).toBe('Running...');
  at(times.completedAt + 1);
  expect(said()).toBe('Completed');
  at(times.completedAt + 999);
  expect(said()).toBe('Completed');
  at(times.completedAt + 1000);
  expect(said()).toBeNull();
});

test('the toast shows a failed call for 2 s and never calls it completed', () => {
  const { tools, said } = toast();
  tools.update([search('starting')]);
  vi.advanceTimersByTime(500);
  tools.update([search('error')]);
  tools.update([]);
  expect(said()).toBe('Error');
  vi.advanceTimersByTime(2000);
  expect(said()).toBeNull();
});

test('the toast switches to the next tool', () => {
  const { tools, said } = toast();
  tools.update([search('starting')]);
  tools.update([search('completed')]);
  vi.advanceTimersByTime(2500);
  tools.update([search('completed'), search('starting', 'ebb')]);
  vi.advanceTimersByTime(1000);
  expect(said()).toBe('Running...');
});

test('the toast hides when a reply is stopped while its tool runs', () => {
  const { tools, said } = toast();
  tools.update([search('starting')]);
  tools.update([]);
  expect(said()).toBeNull();
});
