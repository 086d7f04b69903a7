import type { Express } from 'express';

/** The parts of Express's internal layers that are read here. */
interface Layer {
  /** The path at which a router is mounted. */
  rawPath: string | string[];
  route?: { path: string | string[]; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

/** Every route, in the form `get /api/chat/{id}`. */
export function listRoutes(app: Express): string[] {
  return walk((app.router as unknown as { stack: Layer[] }).stack, '');
}

function walk(stack: Layer[], prefix: string): string[] {
  return stack.flatMap(({ rawPath, route, handle }) => {
    if (route) {
      const methods = Object.keys(route.methods);
      return [route.path].flat().flatMap((path) => methods.map((method) => `${method} ${toTemplate(prefix + path)}`));
    }
    const inner = handle.stack;
    return inner ? [rawPath].flat().flatMap((path) => walk(inner, path === '/' ? prefix : prefix + path)) : [];
  });
}

function toTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '');
}
