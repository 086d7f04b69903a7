import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { borders } from './borders.mjs';

/** Resolves an import: to a path relative to the root if it is relative, else to its specifier. */
function resolveTarget(importer, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(importer), specifier);
  return isBuiltin(specifier) && !specifier.startsWith('node:') ? `node:${specifier}` : specifier;
}

/** Replaces `$1` in a row's `to` with the first group of its `from`. */
function fillGroups(pattern, groups) {
  return new RegExp(pattern.source.replace(/\$(\d)/g, (_, number) => groups[Number(number)]));
}

/**
 * Returns the message of the first border that an import crosses, or null.
 * @param {string} importer path of the importing file, relative to the root, with `/`
 * @param {string} specifier as written in the file
 * @param {'value' | 'type' | 'dynamic'} kind
 */
export function findCrossing(importer, specifier, kind) {
  const target = resolveTarget(importer, specifier);
  const crossed = borders.find(({ from, to, allowTypes, allowDynamic }) => {
    const groups = from.exec(importer);
    if (groups === null || (kind === 'type' && allowTypes)) return false;
    if (kind === 'dynamic' && allowDynamic?.test(importer)) return false;
    return fillGroups(to, groups).test(target);
  });
  return crossed?.message ?? null;
}
