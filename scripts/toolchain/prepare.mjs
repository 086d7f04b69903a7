import { installPackages } from './install.mjs';
import { getToolchain } from './toolchain.mjs';

/** Installs the toolchain and the packages. Exits with a plain message on failure. */
export function prepare() {
  return orExit(() => {
    const toolchain = getToolchain();
    installPackages(toolchain);
    return toolchain;
  });
}

/** Runs a step, which may be asynchronous. On failure prints only the message, without a stack, and exits with code 1. */
export function orExit(step) {
  try {
    const result = step();
    return result instanceof Promise ? result.catch(exitWith) : result;
  } catch (error) {
    return exitWith(error);
  }
}

function exitWith(error) {
  console.error(error.message);
  process.exit(1);
}
