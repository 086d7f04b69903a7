/** Where the build of the web client puts the module that renders shared pages. As a dot folder it is not served. */
export const RENDERER_FILE = '.share/render-shared-page.mjs';
