import { t } from '@parley/core';

/**
 * Reloads the page once if one of its scripts fails to load: after a new build the page may reference deleted files.
 * A second failure shows an alert, since the app cannot show anything.
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
  const reload = Object.assign(document.createElement('a'), { href: '', textContent: t`Reload` });
  problem.append(`${t`Loading chunk app failed. Check your connection and try again.`} `, reload);
  document.body.prepend(problem);
}

/** Does not reload if that cannot be stored, to avoid an endless loop. */
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
