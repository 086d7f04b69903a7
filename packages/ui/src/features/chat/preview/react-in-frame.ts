import { t } from '@parley/core';
import * as React from 'react';
import * as ReactDom from 'react-dom';
import * as client from 'react-dom/client';
import * as jsxRuntime from 'react/jsx-runtime';

/*
 * What the code of a component may import. The build bundles this file into one script
 * where it is imported with `?inline`. That is text, which `component-document.ts`
 * puts into the frame as text.
 */

const MODULES: Record<string, unknown> = {
  react: withDefault(React),
  'react-dom': withDefault({ ...ReactDom, ...client }),
  'react-dom/client': withDefault(client),
  'react/jsx-runtime': jsxRuntime,
};

const parleyReact = {
  React,
  require(name: string): unknown {
    const found = MODULES[name];
    if (found !== undefined) return found;
    if (name.endsWith('.css')) return {};
    throw new Error(t`“${name}” isn’t available. A preview can import only React.`);
  },
  /** The `exports` and `module` of a script. */
  newModule(): [object, { exports: object }] {
    const exports = {};
    return [exports, { exports }];
  },
  show(component: unknown): void {
    const root = document.querySelector('#root');
    if (component === undefined || !root) throw new Error(t`The code has no component to show.`);
    client.createRoot(root).render(React.createElement(component as React.FunctionComponent));
  },
};

declare global {
  var parleyReact: unknown;
}
globalThis.parleyReact = parleyReact;

/** A module as `import React from 'react'` sees it. */
function withDefault(exports: object): object {
  return { ...exports, default: exports, __esModule: true };
}
