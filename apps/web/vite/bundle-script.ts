import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { translateMessages } from './translate-messages.ts';

/** Bundles a module of this package, such as `../boot/boot.ts`, into one classic script. */
export async function bundleScript(
  source: URL,
  define: Record<string, string> = {},
  plugins: Plugin[] = [],
): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
    plugins: [translateMessages(), ...plugins],
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: fileURLToPath(source), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}
