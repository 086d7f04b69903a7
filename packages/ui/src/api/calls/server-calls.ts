import { createAdminCalls } from './admin-calls.ts';
import { createBrandCalls } from './brand-calls.ts';
import { createFiguresCalls } from './figures-calls.ts';

/** The calls about the server itself, loaded with the first of them. */
export function createServerCalls(read: Parameters<typeof createAdminCalls>[0]) {
  return { ...createAdminCalls(read), ...createFiguresCalls(read), ...createBrandCalls(read) };
}
