/**
 * Runs in the page before its own scripts: recreates the preload's exposed API, frozen, and handles opened windows and
 * followed links like Electron. `call` reaches this process.
 */
export function pageScript({
  apis,
  binding,
  callbacks,
}: {
  apis: Record<string, string[]>;
  binding: string;
  callbacks: string;
}) {
  type Call = (kind: string, name: string, args: unknown[]) => Promise<unknown>;
  const host = globalThis as unknown as Record<string, unknown>;
  const call = host[binding] as Call;
  delete host[binding];
  const listeners: ((...args: unknown[]) => void)[] = [];
  // Only the test's own evaluations know this symbol.
  Object.defineProperty(globalThis, Symbol.for(callbacks), {
    value: (id: number, args: unknown[]) => listeners[id]?.(...args),
  });
  for (const [name, members] of Object.entries(apis)) {
    const built = members.map((member) => {
      const run = (...args: unknown[]) => {
        const sent = args.map((value) =>
          typeof value === 'function' ? { callback: listeners.push(value as () => void) - 1 } : value,
        );
        return call('call', `${name}.${member}`, sent);
      };
      return [member, Object.freeze(run)];
    });
    Object.defineProperty(globalThis, name, { value: Object.freeze(Object.fromEntries(built)), enumerable: true });
  }
  globalThis.open = (url) => {
    void call('open', String(new URL(String(url ?? 'about:blank'), location.href)), []);
    return null;
  };
  // After every listener of the page.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || link.href === '' || link.hasAttribute('download')) return;
    const isWeb = /^(?:https?|blob):/.test(link.href);
    if (link.target === '_blank') {
      event.preventDefault();
      void call('open', link.href, []);
    } else if (!isWeb && !link.href.startsWith('javascript:')) {
      event.preventDefault();
      void call('navigate', link.href, []);
    }
  });
}
