import { parse, type Node } from 'acorn';

/** Name of the function that guarded scripts call; `runInFrame` defines it. */
export const GUARD = '__parleyGuard';

/**
 * Adds a call of the guard to every loop and function of a script, so that a script that never ends can be stopped.
 * Lines keep their numbers. @throws SyntaxError
 */
export function guardScript(code: string, sourceType: 'script' | 'module' = 'script'): string {
  const inserted: { at: number; text: string }[] = [];
  const insert = (at: number, text: string) => void inserted.push({ at, text });
  visit(
    parse(code, {
      ecmaVersion: 'latest',
      sourceType,
      // As in the attribute `onclick`.
      allowReturnOutsideFunction: true,
      preserveParens: true,
    }),
  );
  let guarded = '';
  let from = 0;
  // The sort is stable: at one place, what belongs to an inner node ends before what belongs to an outer one.
  for (const { at, text } of inserted.toSorted((a, b) => a.at - b.at)) {
    guarded += code.slice(from, at) + text;
    from = at;
  }
  return guarded + code.slice(from);

  function visit(node: Node): void {
    const body = 'body' in node && isNode(node.body) ? node.body : null;
    const isLoop = /^(?:For|While|DoWhile)/.test(node.type);
    const isFunction = /Function/.test(node.type);
    const isBare = body !== null && body.type !== 'BlockStatement' && (isLoop || isFunction);
    const [open, close] = isLoop ? [`{${GUARD}();`, '}'] : [`(${GUARD}(),`, ')'];
    if (body && isBare) insert(body.start, open);
    else if (body && (isLoop || isFunction)) insert(endOfDirectives(body), `;${GUARD}();`);
    for (const value of Object.values(node) as unknown[]) {
      if (Array.isArray(value)) value.filter(isNode).forEach(visit);
      else if (isNode(value)) visit(value);
    }
    if (body && isBare) insert(body.end, close);
  }
}

/** The names that a script declares at its top, in their order. */
export function declaredNames(code: string): string[] {
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'script' });
  return body.flatMap((statement) => {
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') return [statement.id.name];
    if (statement.type !== 'VariableDeclaration') return [];
    return statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  });
}

/** Where the first statement of a block may begin: directives such as 'use strict' have to stay first. */
function endOfDirectives(block: Node): number {
  const statements: unknown = 'body' in block ? block.body : [];
  const directives = Array.isArray(statements) ? statements.filter((one) => isNode(one) && 'directive' in one) : [];
  const last: unknown = directives.at(-1);
  return isNode(last) ? last.end : block.start + 1;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
