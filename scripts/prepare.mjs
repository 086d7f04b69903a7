import { installPackages } from './install.mjs';
import { getToolchain } from './toolchain.mjs';

/** Gets the toolchain and the packages; ends the process with a plain message when that fails. */
export function prepare() {
  return orExit(() => {
    const toolchain = getToolchain();
    installPackages(toolchain);
    return toolchain;
  });
}

/** Runs a step whose failure is the user's to read: its message, no stack, exit code 1. */
export function orExit(step) {
  try {
    return step();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
