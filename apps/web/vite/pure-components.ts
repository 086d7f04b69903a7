import type { Plugin } from 'vite';

/**
 * Says of the router's components that making them has no effect, which it says nowhere: those that nobody uses, and all
 * that only they need, would come with the chat.
 */
export function pureComponents(): Plugin {
  return {
    name: 'parley:pure-components',
    apply: 'build',
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
