/** Values inserted by the build. */
interface Build {
  /** Changes with any of the files. */
  version: string;
  /** Entry scripts of this build's page, which differ from those of other builds. */
  entries: string[];
  /** Files needed to open and read the chat, with content hashes in their names. */
  files: string[];
}

declare const __BUILD__: Build;

export const BUILD = __BUILD__;
