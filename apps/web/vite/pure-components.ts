import type { Plugin } from 'vite';

/**
 * Takes the router's build for production, which its package names to nobody, and says of the router's components that
 * making them has no effect, which it says nowhere: those that nobody uses, and all that only they need, would come with
 * the chat.
 */
export function pureComponents(): Plugin {
  return {
    name: 'parley:pure-components',
    apply: 'build',
    resolveId: {
      filter: { id: /^react-router$/ },
      async handler(source, importer) {
        const found = await this.resolve(source, importer, { skipSelf: true });
        return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
      },
    },
    transform: {
      filter: { id: /\/react-router\/dist\/[^?]+\.mjs$/, code: 'forwardRef' },
      handler: (code) => ({
        code: code
          .replaceAll(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
          .replaceAll(/^\w+\.displayName = .*$/gm, ''),
        map: null,
      }),
    },
  };
}
