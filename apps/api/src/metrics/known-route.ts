/** Finds the template of a path, such as `/api/chat/{id}`. */
export type KnownRoute = (path: string) => string;

/**
 * Maps paths to these templates, so that metrics by route have few values, whatever clients request. An unmatched path
 * below `/api` is `unknown`, any other a page.
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
