/**
 * The forbidden imports. `from` and `to` match paths relative to the workspace's root for files, and
 * the literal specifier for packages (Node's own modules always with `node:`). A row forbids the imports that
 * match both; `allowTypes` lets `import type` through, `allowDynamic` lets `import()` through.
 */
const tests = String.raw`(?!.*\.test\.tsx?$)`;

/** @type {{ from: RegExp, to: RegExp, message: string, allowTypes?: boolean, allowDynamic?: RegExp }[]} */
export const borders = [
  {
    from: new RegExp(`^packages/core/src/${tests}`),
    to: /^(?!packages\/core\/src\/|eventsource-parser(\/|$)|zod$)/,
    message:
      'core imports nothing but eventsource-parser. Take what you need as an argument, or put the code that needs it into api, ui or sandbox.',
  },
  {
    from: new RegExp(`^packages/core/src/(?!api/)${tests}`),
    to: /^(zod$|packages\/core\/src\/api\/)/,
    message: 'Only core/api has schemas; zod would get into the first load of every page. Import its types.',
    allowTypes: true,
  },
  {
    from: new RegExp(`^(packages/ui/src|apps/web/(src|boot|worker)|apps/desktop/src/renderer)/${tests}`),
    to: /^(zod(\/|$)|@parley\/core\/api$)/,
    message: 'Clients load no schemas: import the types from @parley/core.',
  },
  {
    from: /^packages\/ui\/src\//,
    to: /^(@parley\/(api|sandbox|web|desktop)(\/|$)|apps\/|packages\/sandbox\/)/,
    message:
      'ui knows the server by its HTTP calls alone. Share types through @parley/core and call through ui/src/api.',
  },
  {
    from: new RegExp(`^(packages/ui|apps/web)/src/${tests}`),
    to: /^node:/,
    message:
      'ui and web run in a browser. Ask for the ability through a member of Platform (packages/ui/src/platform.ts).',
  },
  {
    from: /^packages\/ui\/src\/(?!kit\/icons\/icons\.ts$)/,
    to: /^lucide(\/|$)/,
    message: 'One icon for one meaning: import it from kit/icons/icons.ts, and add a row there for a new meaning.',
  },
  {
    from: /^packages\/ui\/src\/kit\//,
    to: /^packages\/ui\/src\/(api|stores|features|app)\//,
    message: 'kit is the bottom of ui: it knows no data. Pass what it shows and what it reports as props.',
  },
  {
    from: /^packages\/ui\/src\/api\//,
    to: /^packages\/ui\/src\/(kit|stores|features|app)\//,
    message: 'ui/src/api is the bottom of ui: it sends and parses. Return the value and let a store keep it.',
  },
  {
    from: /^packages\/ui\/src\/stores\//,
    to: /^packages\/ui\/src\/(features|app)\//,
    message:
      'stores stand below features and app. Let the component call the store, or move the shared part into stores.',
  },
  {
    from: /^packages\/ui\/src\/features\//,
    to: /^packages\/ui\/src\/app\//,
    message: 'features stand below app. Take it as a prop, or move it into a store or kit.',
  },
  {
    from: /^packages\/ui\/src\/features\/([^/]+)\//,
    to: /^packages\/ui\/src\/features\/(?!$1\/)/,
    message:
      'One feature never imports another. Move the shared part into stores or kit, or put the two together in app.',
  },
  {
    from: /^apps\/desktop\/src\/(main|preload)\//,
    to: /^(@parley\/(?!core(?:\/|$))|react(-dom)?(\/|$)|apps\/desktop\/src\/renderer\/)/,
    message:
      'main and preload know no page: they speak through src/bridge.ts. Put what both need there or into @parley/core.',
  },
  {
    from: /^apps\/desktop\/src\/(renderer\/|bridge\.ts$)/,
    to: /^(electron(\/|$)|node:|apps\/desktop\/src\/(main|preload)\/)/,
    message: 'Pages of the desktop have nothing of Electron or Node: ask main for it through src/bridge.ts.',
  },
  {
    from: /^(apps|packages)\/(?!desktop\/)/,
    to: /^electron(-updater)?(\/|$)/,
    message: 'Only apps/desktop knows Electron. Ask for the ability through a member of Platform.',
  },
  {
    from: /^apps\/api\/src\//,
    to: /^(@parley\/(ui|web|desktop)(\/|$)|apps\/(web|desktop)\/|packages\/ui\/)/,
    message: 'api never imports a client. Put what both need into @parley/core.',
  },
  {
    from: /^packages\/sandbox\/src\//,
    to: /^(@parley\/(?!core$)|apps\/|packages\/(?!sandbox\/))/,
    message: 'sandbox stands in for outside parts and imports only @parley/core. Pass it what it needs when it starts.',
  },
  {
    from: new RegExp(
      `^apps/api/src/(?!outgoing/|(serve|end-on-signal)\\.ts$|testing/|([^/]+/)*testing(/|\\.ts$))${tests}`,
    ),
    to: /^(node:(http|https|http2|net|tls|dgram)|undici)(\/|$)/,
    message:
      'Only apps/api/src/outgoing opens connections to other services. Use createOutgoingClient (outgoing/outgoing-client.ts), which bounds what comes back.',
    allowTypes: true,
  },
  {
    from: new RegExp(
      `^(apps|packages)/(?!api/src/chat/model/)(?!api/src/api-keys/testing\\.ts$)(?!sandbox/)(?!desktop/)`,
    ),
    to: /^openai(\/|$)/,
    message: 'Only apps/api/src/chat/model talks to a model. Call the Model port (chat/model/model.ts).',
  },
  {
    from: new RegExp(`^packages/sandbox/src/${tests}`),
    to: /^(openai|stripe)(\/|$)/,
    message: 'The sandbox answers an SDK and does not use it: import its types alone, or use it in a test.',
    allowTypes: true,
  },
  {
    from: /^(apps|packages)\/(?!api\/src\/billing\/stripe\/)(?!sandbox\/)/,
    to: /^stripe(\/|$)/,
    message: 'Only apps/api/src/billing/stripe talks to Stripe. Call what that folder exports.',
  },
  {
    from: /^(apps|packages)\/(?!api\/src\/storage\/mongo\/)/,
    to: /^mongodb(\/|$)/,
    message: 'Only apps/api/src/storage/mongo knows MongoDB. Use the Storage port (storage/storage.ts).',
  },
  {
    from: /^(apps|packages)\/(?!api\/src\/cluster\/redis\/)/,
    to: /^redis(\/|$)/,
    message: 'Only apps/api/src/cluster/redis knows Redis. Use the Cluster port (cluster/cluster.ts).',
  },
  {
    from: /^(apps|packages)\/(?!api\/src\/storage\/sqlite\/(database\/database|testing\/dump)\.ts$)/,
    to: /^node:sqlite$/,
    message:
      'Only apps/api/src/storage/sqlite/database/database.ts opens SQLite. Use the Storage port, or that file inside its folder.',
  },
  {
    from: new RegExp(`^apps/api/src/(?!testing/)${tests}`),
    to: /^(@parley\/sandbox(\/|$)|packages\/sandbox\/)/,
    message:
      'api starts the sandbox only in serve.ts and only with import(), so that it is not loaded when a real key is set.',
    allowTypes: true,
    allowDynamic: /^apps\/api\/src\/serve\.ts$/,
  },
  {
    from: /^/,
    to: /^@parley\/[^/]+\/(src|e2e|vite)\//,
    message: 'Another package offers the exports of its package.json. Add one there, with a name for what it is.',
  },
  {
    from: /^(apps|packages)\/([^/]+)\//,
    to: /^(apps|packages)\/(?!$2\/)/,
    message: 'Import another package by its name (@parley/…): what it offers is in the exports of its package.json.',
  },
];
