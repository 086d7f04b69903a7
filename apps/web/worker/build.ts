/** What the build inserts here. */
interface Build {
  /** Differs where any of the files does. */
  version: string;
  /** The scripts that the page of this build begins with, which differ from those of other builds. */
  entries: string[];
  /** Files that opening and reading the chat needs, each named after what is in it. */
  files: string[];
}

declare const __BUILD__: Build;

export const BUILD = __BUILD__;
