import type { Grammar } from './line-tokens.ts';

const scripts = () => import('@codemirror/legacy-modes/mode/javascript');
const elements = () => import('./jsx-grammar.ts');
const cFamily = () => import('@codemirror/legacy-modes/mode/clike');
const styles = () => import('@codemirror/legacy-modes/mode/css');
const markup = () => import('@codemirror/legacy-modes/mode/xml');
const queries = () => import('@codemirror/legacy-modes/mode/sql');

async function html(): Promise<Grammar> {
  const [{ html: page }, { javascript }, { css }, { phpGrammar }, { embed }] = await Promise.all([
    markup(),
    scripts(),
    styles(),
    import('./php-grammar.ts'),
    import('./embedded.ts'),
  ]);
  return embed(page, [
    { begins: /<script\b[^>]*>$/i, ends: /<\/script/i, grammar: javascript },
    { begins: /<style\b[^>]*>$/i, ends: /<\/style/i, grammar: css },
    { begins: /<\?(?:php|=)$/, ends: /\?>/, grammar: phpGrammar },
  ]);
}

/** PHP, also without its opening tag. */
async function php(): Promise<Grammar> {
  const [{ html: page }, { phpGrammar }, { embed }] = await Promise.all([
    markup(),
    import('./php-grammar.ts'),
    import('./embedded.ts'),
  ]);
  const part = { begins: /<\?(?:php|=)$/, ends: /\?>/, grammar: phpGrammar };
  return embed(page, [part], part);
}

const loaders: Readonly<Record<string, () => Promise<Grammar>>> = {
  javascript: async () => (await scripts()).javascript,
  typescript: async () => (await scripts()).typescript,
  json: async () => (await scripts()).json,
  jsx: async () => (await elements()).jsx,
  tsx: async () => (await elements()).tsx,
  python: async () => (await import('@codemirror/legacy-modes/mode/python')).python,
  bash: async () => (await import('@codemirror/legacy-modes/mode/shell')).shell,
  powershell: async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell,
  html,
  php,
  xml: async () => (await markup()).xml,
  css: async () => (await styles()).css,
  scss: async () => (await styles()).sCSS,
  less: async () => (await styles()).less,
  sql: async () => (await queries()).standardSQL,
  postgresql: async () => (await queries()).pgSQL,
  mysql: async () => (await queries()).mySQL,
  go: async () => (await import('@codemirror/legacy-modes/mode/go')).go,
  rust: async () => (await import('@codemirror/legacy-modes/mode/rust')).rust,
  java: async () => (await cFamily()).java,
  c: async () => (await cFamily()).c,
  cpp: async () => (await cFamily()).cpp,
  csharp: async () => (await cFamily()).csharp,
  kotlin: async () => (await cFamily()).kotlin,
  scala: async () => (await cFamily()).scala,
  dart: async () => (await cFamily()).dart,
  objectivec: async () => (await cFamily()).objectiveC,
  swift: async () => (await import('@codemirror/legacy-modes/mode/swift')).swift,
  ruby: async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby,
  perl: async () => (await import('@codemirror/legacy-modes/mode/perl')).perl,
  lua: async () => (await import('@codemirror/legacy-modes/mode/lua')).lua,
  r: async () => (await import('@codemirror/legacy-modes/mode/r')).r,
  haskell: async () => (await import('@codemirror/legacy-modes/mode/haskell')).haskell,
  yaml: async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml,
  toml: async () => (await import('@codemirror/legacy-modes/mode/toml')).toml,
  properties: async () => (await import('@codemirror/legacy-modes/mode/properties')).properties,
  nginx: async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx,
  protobuf: async () => (await import('@codemirror/legacy-modes/mode/protobuf')).protobuf,
  latex: async () => (await import('@codemirror/legacy-modes/mode/stex')).stex,
  markdown: async () => (await import('./markdown-grammar.ts')).markdownGrammar,
  diff: async () => (await import('@codemirror/legacy-modes/mode/diff')).diff,
  dockerfile: async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile,
};

/** Aliases of languages in fences. */
const aliases: Readonly<Record<string, string>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  node: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  json5: 'json',
  jsonc: 'json',
  py: 'python',
  python3: 'python',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  ps1: 'powershell',
  htm: 'html',
  vue: 'html',
  svelte: 'html',
  svg: 'xml',
  pgsql: 'postgresql',
  golang: 'go',
  rs: 'rust',
  h: 'c',
  'c++': 'cpp',
  cc: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  'c#': 'csharp',
  kt: 'kotlin',
  objc: 'objectivec',
  rb: 'ruby',
  pl: 'perl',
  hs: 'haskell',
  yml: 'yaml',
  ini: 'properties',
  env: 'properties',
  proto: 'protobuf',
  tex: 'latex',
  md: 'markdown',
  patch: 'diff',
  docker: 'dockerfile',
};

/** Loads the grammar of a fence's language, in any case; undefined if the language is unknown. */
export async function loadGrammar(language: string): Promise<Grammar | undefined> {
  const name = language.toLowerCase();
  const known = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
  return Object.hasOwn(loaders, known) ? loaders[known]?.() : undefined;
}
