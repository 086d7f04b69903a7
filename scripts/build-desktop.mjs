// Builds the desktop app in all of its languages. What is packed must be complete.
import { buildDesktop, buildDesktopLanguage } from './build/build-desktop.mjs';
import { listLanguages } from './build/build-web.mjs';
import { orExit, prepare } from './toolchain/prepare.mjs';

const toolchain = prepare();
orExit(() => {
  buildDesktop(toolchain);
  for (const language of listLanguages()) buildDesktopLanguage(toolchain, language);
});
