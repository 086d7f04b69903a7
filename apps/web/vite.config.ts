import { defineConfig } from 'vite';
import { bootScript } from './vite/boot-script.ts';
import { chatChunk } from './vite/chunks/chat-chunk.ts';
import { clientAliases, clientPlugins, clientWorkers } from './vite/client-build.ts';
import { prerenderLanding } from './vite/pages/prerender-landing.ts';
import { prerenderShells } from './vite/pages/prerender-shells.ts';
import { neededEarly } from './vite/chunks/needed-early.ts';
import { previewPage } from './vite/pages/preview-page.ts';
import { precompress } from './vite/precompress.ts';
import { preload } from './vite/chunks/preload.ts';
import { sharedPage } from './vite/pages/shared-page.ts';
import { sharePicture } from './vite/pages/share-picture.ts';
import { serviceWorker } from './vite/chunks/service-worker.ts';
import { staticHost } from './vite/static-host.ts';

/** Set for a host of files, where the API is at another origin than the pages. */
const apiUrl = process.env.VITE_API_URL ?? '';

/** What several pages draw with, and the shapes of messages. */
const SHARED = [
  /\/lucide\/|ui\/src\/kit\/(?:icons\/(?!apple-logo|google-logo|wordmark)\w[\w-]*|controls\/icon-button|text\/caret|reply\/question|reply\/processing)\.tsx?/,
  /ui\/src\/(?:kit\/(?:notices\/skeleton|hooks\/is-composing|hooks\/use-delayed|hooks\/use-media|text\/format\/format-date|markdown\/stream\/readings-context)|api\/incompatible-error)\.tsx?/,
  /core\/src\/(?:stream\/(?:lists|stream)|http\/(?:fit|shapes)|chat\/(?:attachments|conversation|message|modes|sources)|billing\/subscription)\.ts/,
];
/** What shows messages, in the chat and in what visitors see of it. */
const MESSAGES =
  /ui\/src\/(?:kit\/(?:reply\/(?:hold-view|picture-place|reasoning|reply-actions|reply-text)|hooks\/use-(?:copied|fold)|text\/(?:collapsible-text|copy-text|format\/format-duration))|features\/chat\/thread\/user-message\/question-text)\.tsx?|\/icons\/(?:book-open|pencil)\.mjs/;
/** Small parts of dialogs and forms. */
const DIALOGS =
  /ui\/src\/(?:kit\/(?:overlays\/(?:keep-focus|focus-on-mount|dialog-frame)|layout\/follow-visible-area|notices\/problem-line|controls\/(?:fields-form|text-field)|icons\/apple-logo|hooks\/use-latest)|stores\/session\/(?:browser-sign-in|proof-key|takes-passkeys))\.tsx?|core\/src\/account\/credentials\.ts|\/icons\/circle-check\.mjs/;
/** What draws a dialog above the page. */
const DIALOG =
  /\/@radix-ui\/react-dialog\/|ui\/src\/kit\/overlays\/(?:dialog|scrim|use-focus-return)\.tsx?|\/icons\/arrow-left\.mjs/;
/** Icons of dialogs, menus, files and finished replies, which come with them. */
const RARE_ICON =
  /\/icons\/(?:message-circle-dashed|app-window|archive|arrow-left|book|book-open|circle-check|cpu|download|file-braces|file-code|maximize-2|minimize-2|file-spreadsheet|keyboard|monitor|folder|key-round|moon|pause|pencil|pin|pin-off|plus|presentation|printer|smartphone|sun|sun-moon)\.mjs/;

export default defineConfig({
  // Known to be empty where it is, so that nothing of the other way is in the build.
  define: { 'import.meta.env.VITE_API_URL': JSON.stringify(apiUrl) },
  plugins: [
    ...clientPlugins(),
    prerenderLanding(),
    prerenderShells(),
    preload(),
    bootScript(),
    sharePicture(),
    sharedPage(),
    previewPage(),
    serviceWorker(),
    precompress(),
    ...(apiUrl ? [staticHost(apiUrl, process.env)] : []),
  ],
  worker: clientWorkers,
  resolve: { alias: clientAliases },
  build: {
    target: 'es2023',
    // A data: URL is not allowed as font, and a file of its own is cached.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false, resolveDependencies: neededEarly },
    rolldownOptions: {
      output: {
        // The first load has the name of every chunk. Hashes do not compress, so a character less saves 60 bytes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // One request fewer beats one kilobyte fewer: a page is the entry, what several pages draw with, and itself.
          groups: [
            { name: 'base', tags: ['$initial'] },
            {
              name: 'shared',
              minShareCount: 2,
              test: (id) => SHARED.some((those) => those.test(id)) && !RARE_ICON.test(id),
            },
            { name: 'messages', minShareCount: 2, test: MESSAGES },
            { name: 'dialogs', minShareCount: 2, test: DIALOGS, includeDependenciesRecursively: false },
            { name: 'dialog', minShareCount: 2, test: DIALOG, includeDependenciesRecursively: false },
            chatChunk(),
          ],
        },
      },
    },
  },
});
