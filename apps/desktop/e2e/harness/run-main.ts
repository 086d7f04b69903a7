import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The replacements for one run of main. */
export interface MainRun {
  electron: Record<string, unknown>;
  /** Overrides of `process`. */
  process: Partial<NodeJS.Process>;
  /** Modules in load order. */
  loaded: string[];
}

const runs = new Map<string, MainRun>();
const RUNS = 'harness:run-of-main';
const ELECTRON = 'harness:electron';

/**
 * Runs the built main from its first line: each run has its own modules, `electron` is the fake of this run,
 * and `process` has the overrides of the run.
 */
export async function runMain(file: string, run: MainRun): Promise<void> {
  install();
  const id = String(runs.size + 1);
  runs.set(id, run);
  await import(`${pathToFileURL(file).href}?run=${id}`);
}

let isInstalled = false;
function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  (globalThis as unknown as Record<symbol, unknown>)[Symbol.for(RUNS)] = {
    electron: (id: string) => runs.get(id)?.electron,
    process: (id: string) =>
      new Proxy(process, {
        get: (real, name) => {
          const changed = runs.get(id)?.process ?? {};
          const value: unknown = Reflect.get(name in changed ? changed : real, name);
          return typeof value === 'function' ? (value.bind(real) as unknown) : value;
        },
      }),
  };
  registerHooks({
    resolve(specifier, context, next) {
      const id = idOf(context.parentURL);
      if (id === null) return next(specifier, context);
      if (specifier === 'electron') return { url: `${ELECTRON}?run=${id}`, format: 'module', shortCircuit: true };
      const resolved = next(specifier, context);
      return specifier.startsWith('.') ? { ...resolved, url: `${resolved.url.split('?')[0]}?run=${id}` } : resolved;
    },
    load(url, context, next) {
      const id = idOf(url);
      if (id === null) return next(url, context);
      const reach = `globalThis[Symbol.for(${JSON.stringify(RUNS)})]`;
      if (url.startsWith(ELECTRON)) {
        const names = Object.keys(runs.get(id)?.electron ?? {});
        const source = `const electron = ${reach}.electron("${id}");\nexport default electron;\nexport const { ${names.join(', ')} } = electron;`;
        return { format: 'module', source, shortCircuit: true };
      }
      const file = fileURLToPath(url.split('?')[0] ?? '');
      runs.get(id)?.loaded.push(file);
      // On the first line, so that line numbers stay unchanged.
      const source = `const process = ${reach}.process("${id}");${readFileSync(file, 'utf8')}`;
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

function idOf(url: string | undefined): string | null {
  return /\?run=(\d+)$/.exec(url ?? '')?.[1] ?? null;
}
