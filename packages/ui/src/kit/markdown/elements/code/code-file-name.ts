/** File extensions of languages whose name in a fence differs from them. */
const EXTENSIONS: Record<string, string> = {
  assembly: 'asm',
  bash: 'sh',
  batch: 'bat',
  'c#': 'cs',
  'c++': 'cpp',
  clojure: 'clj',
  console: 'txt',
  csharp: 'cs',
  elixir: 'ex',
  erlang: 'erl',
  'f#': 'fs',
  fortran: 'f90',
  fsharp: 'fs',
  golang: 'go',
  haskell: 'hs',
  javascript: 'js',
  jsonc: 'json',
  julia: 'jl',
  kotlin: 'kt',
  latex: 'tex',
  markdown: 'md',
  matlab: 'm',
  mermaid: 'mmd',
  mysql: 'sql',
  nginx: 'conf',
  'objective-c': 'm',
  objectivec: 'm',
  ocaml: 'ml',
  pascal: 'pas',
  perl: 'pl',
  plaintext: 'txt',
  plsql: 'sql',
  postgresql: 'sql',
  powershell: 'ps1',
  protobuf: 'proto',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  scheme: 'scm',
  shell: 'sh',
  solidity: 'sol',
  terraform: 'tf',
  text: 'txt',
  typescript: 'ts',
  vbnet: 'vb',
  yml: 'yaml',
  zsh: 'sh',
};
const WHOLE_NAMES: Record<string, string> = { dockerfile: 'Dockerfile', makefile: 'Makefile' };
const COMMENT_BEGINS = /^(?:\/\/|#|--|;|<!--|\/\*)/;
const COMMENT_ENDS = /(?:-->|\*\/)$/;
const FILE_NAME = /^[\w-][\w.-]{0,80}\.[a-z]\w{0,9}$/i;

/** Returns the name of a file for a code block: the one in the comment on its first line, else one by its language. */
export function codeFileName(language: string | undefined, code: string): string {
  const named = nameInComment(code.slice(0, 300).split('\n', 1)[0] ?? '');
  if (named !== null) return named;
  const known = language?.toLowerCase() ?? 'text';
  const extension =
    (Object.hasOwn(EXTENSIONS, known) && EXTENSIONS[known]) || (/^[a-z0-9]{1,10}$/.test(known) ? known : 'txt');
  return (Object.hasOwn(WHOLE_NAMES, known) && WHOLE_NAMES[known]) || `code.${extension}`;
}

/** The last part of a path, if the line is a comment with nothing but that path. */
function nameInComment(line: string): string | null {
  const comment = line.trim();
  if (!COMMENT_BEGINS.test(comment)) return null;
  const words = comment.replace(COMMENT_BEGINS, '').replace(COMMENT_ENDS, '').trim();
  const path = words
    .replace(/^file(?:name)?:/i, '')
    .trim()
    .split('/');
  const name = path.at(-1) ?? '';
  return FILE_NAME.test(name) && path.every((part) => /^[\w.-]*$/.test(part)) ? name : null;
}
