import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCrossing } from './find-crossing.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const boundaries = {
  create(context) {
    const importer = relative(root, context.filename).split(sep).join('/');
    const check = (node, kind) => {
      if (typeof node.source?.value !== 'string') return;
      const message = findCrossing(importer, node.source.value, kind);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.importKind === 'type' ? 'type' : 'value'),
      ExportNamedDeclaration: (node) => check(node, node.exportKind === 'type' ? 'type' : 'value'),
      ExportAllDeclaration: (node) => check(node, node.exportKind === 'type' ? 'type' : 'value'),
      ImportExpression: (node) => check(node, 'dynamic'),
    };
  },
};

const noOwnClock = {
  create(context) {
    return {
      NewExpression(node) {
        if (node.callee.name !== 'Date' || node.arguments.length > 0) return;
        context.report({
          node,
          message: 'core has no clock of its own: take the time (ms since 1970) as an argument.',
        });
      },
    };
  },
};

/** Sentences of errors are tagged; others cannot be translated. */
const translatableErrors = {
  create(context) {
    return {
      NewExpression(node) {
        if (node.callee.name !== 'AppError') return;
        const fields = node.arguments[1]?.properties ?? [];
        const message = fields.find(({ key }) => key?.name === 'message')?.value;
        const texts =
          message?.type === 'TemplateLiteral' ? message.quasis.map(({ value }) => value.raw) : [message?.value];
        if (!texts.some((text) => typeof text === 'string' && /\p{L}/u.test(text))) return;
        context.report({ node: message, message: 'People read this sentence: tag it with t.' });
      },
    };
  },
};

export default {
  meta: { name: 'parley' },
  rules: { boundaries, 'no-own-clock': noOwnClock, 'translatable-errors': translatableErrors },
};
