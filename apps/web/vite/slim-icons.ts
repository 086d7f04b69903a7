import type { Plugin } from 'vite';

const ICON = /lucide-react\/dist\/esm\/icons\/[^/]+$/;

/** Removes what no page shows from the icons' data: their names, and the keys that React uses in development only. */
export function slimIcons(): Plugin {
  return {
    name: 'parley:slim-icons',
    apply: 'build',
    transform: {
      filter: { id: ICON },
      handler: (code) => ({
        code: code
          .replaceAll(/, key: "\w+"/g, '')
          .replaceAll(/^ {2}(?:name|aliases): [^\n]*/gm, '')
          .replace('__iconData.node;', ''),
        map: null,
      }),
    },
  };
}
