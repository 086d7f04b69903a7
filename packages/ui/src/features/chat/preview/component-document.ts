import { transform } from 'sucrase';
import { inScript } from './build-document.ts';
import { declaredNames, guardScript } from './guard-script.ts';

const STYLE = 'body{margin:16px;font:16px/1.5 system-ui,sans-serif}';

/**
 * A document that shows one React component: the default export, or else `App`, or else the last one that is declared.
 * `first` is the document's first script. @throws SyntaxError
 */
export async function componentDocument(source: string, first: string): Promise<string> {
  const compiled = compile(source);
  const names = declaredNames(compiled).filter((name) => /^[A-Z]/.test(name));
  const fallback = names.includes('App') ? 'App' : names.at(-1);
  // Code that renders itself needs no help.
  const shows = /createRoot\s*\(|hydrateRoot\s*\(/.test(source)
    ? ''
    : `
;parleyReact.show(exports.default ?? ${fallback ?? 'undefined'});`;
  const script = `(function (require, exports, module, React) {${guardScript(compiled)}${shows}
})(parleyReact.require, ...parleyReact.newModule(), parleyReact.React);`;
  const { default: react } = await import('./react-in-frame.ts?inline');
  return (
    `<!doctype html><html><head>${first}<style>${STYLE}</style></head>` +
    `<body><div id="root"></div>${inScript(react)}${inScript(script)}</body></html>`
  );
}

function compile(source: string): string {
  try {
    return transform(source, {
      transforms: ['jsx', 'typescript', 'imports'],
      jsxRuntime: 'automatic',
      production: true,
    }).code;
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
