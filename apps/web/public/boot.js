// Runs before the first paint: the theme must be known by then. A file of its own, because no inline script is allowed.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Storage is forbidden here.
    }
  };

  const theme = stored('theme');
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';

  // The build names the scripts of each kind of page. An information page comes with its words; else whoever has a token
  // will most likely need the user's.
  const { visitor = '', user = '', info = '' } = document.currentScript.dataset;
  const isInfo = document.querySelector('meta[name="parley-page"]') !== null;
  const isVisitor = !isInfo && !stored('token');
  for (const href of (isInfo ? info : isVisitor ? visitor : user).split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }

  // A visitor sees the landing page as the build has drawn it, until the app has one that is alive.
  if (isVisitor && !/^\/(?:pricing|premium|payment-|auth\/)/.test(location.pathname)) {
    new MutationObserver((_, watcher) => {
      const root = document.getElementById('root');
      if (!root) return;
      watcher.disconnect();
      showDrawn(root, document.getElementById('landing'));
    }).observe(document, { childList: true, subtree: true });
  }

  function showDrawn(root, template) {
    if (!template) return;
    const drawn = template.content.firstElementChild;
    template.replaceWith(drawn);
    root.hidden = true;
    drawn.addEventListener('click', ({ target }) => {
      const button = target.closest('button');
      if (button) drawn.dataset.pressed = [...drawn.querySelectorAll('button')].indexOf(button);
    });
  }

  // Without the app nothing else could say that it did not come: after a new build the page may name files that are gone.
  addEventListener(
    'error',
    ({ target }) => target instanceof HTMLScriptElement && target.type === 'module' && mend(target),
    true,
  );

  function mend({ src }) {
    try {
      const builds = JSON.parse(sessionStorage.getItem('reloaded-builds') ?? '[]');
      if (!builds.includes(src)) {
        sessionStorage.setItem('reloaded-builds', JSON.stringify([...builds, src]));
        location.reload();
        return;
      }
    } catch {
      // What cannot be remembered could go on for ever.
    }
    const problem = Object.assign(document.createElement('p'), { role: 'alert' });
    const again = Object.assign(document.createElement('a'), { href: '', textContent: 'Reload' });
    problem.append('Loading chunk app failed. Check your connection and try again. ', again);
    document.body.prepend(problem);
  }
})();
