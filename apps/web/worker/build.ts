/** What the build writes in here. */
interface Build {
  /** Differs where any of the files does. */
  version: string;
  /** The script that the page of this build begins with, which tells it from the pages of others. */
  entry: string;
  /** Files that opening and reading the chat needs, each named after what is in it. */
  files: string[];
}

declare const __BUILD__: Build;

export const BUILD = __BUILD__;
