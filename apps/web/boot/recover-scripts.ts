/**
 * Reloads the page once when one of its scripts does not load: after a new build the page may name files that are gone.
 * A second failure shows an alert, since without the app nothing else could.
 */
export function recoverScripts(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') recover(target.src);
    },
    true,
  );
}

function recover(script: string): void {
  if (reloadOnce(script)) return;
  const problem = Object.assign(document.createElement('p'), { role: 'alert' });
  const reload = Object.assign(document.createElement('a'), { href: '', textContent: 'Reload' });
  problem.append('Loading chunk app failed. Check your connection and try again. ', reload);
  document.body.prepend(problem);
}

/** Never reloads where that cannot be stored: it could go on for ever. */
function reloadOnce(script: string): boolean {
  try {
    const builds = JSON.parse(sessionStorage.getItem('reloaded-builds') ?? '[]') as string[];
    if (builds.includes(script)) return false;
    sessionStorage.setItem('reloaded-builds', JSON.stringify([...builds, script]));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
