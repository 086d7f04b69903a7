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

/** Runs a step. On failure prints only the message, without a stack, and exits with code 1. */
export function orExit(step) {
  try {
    return step();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
