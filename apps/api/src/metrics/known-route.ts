/** Finds the template that a path was made of, such as `/api/chat/{id}`. */
export type KnownRoute = (path: string) => string;

/**
 * Knows these templates, so that what is counted by route has few values whatever people ask for. A path below `/api`
 * that fits none is `unknown`, every other one a page.
 */
export function createKnownRoute(templates: readonly string[]): KnownRoute {
  const plain = new Set(templates.filter((template) => !template.includes('{')));
  const others = [...new Set(templates)]
    .filter((template) => template.includes('{'))
    .map((template) => ({ template, parts: template.split('/') }));
  return (path) => {
    if (plain.has(path)) return path;
    const parts = path.split('/');
    const fits = (wanted: string[]) =>
      wanted.length === parts.length && wanted.every((part, index) => part.startsWith('{') || part === parts[index]);
    return others.find((other) => fits(other.parts))?.template ?? (path.startsWith('/api/') ? 'unknown' : 'page');
  };
}
