import type { Data, Literal } from 'mdast';
import type { CompileContext, Extension, Token } from 'mdast-util-from-markdown';

interface Formula extends Literal {
  /** TeX source without delimiters. */
  value: string;
  data: FormulaData;
}

interface FormulaData extends Data {
  hName: 'var';
  hProperties: { tex: string; written: string; set: 'line' | 'block' };
  hChildren: never[];
}

export interface InlineFormula extends Formula {
  type: 'inlineFormula';
}

export interface FormulaBlock extends Formula {
  type: 'formulaBlock';
  /** False if the closing delimiter has not arrived. */
  closed: boolean;
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineFormula: InlineFormula;
  }
  interface BlockContentMap {
    formulaBlock: FormulaBlock;
  }
  interface RootContentMap {
    inlineFormula: InlineFormula;
    formulaBlock: FormulaBlock;
  }
}

declare module 'mdast-util-from-markdown' {
  interface CompileData {
    formula?: { mark: string; lines: string[]; line: number; end: string } | undefined;
  }
}

/** Turns formula tokens into nodes. They become `var` elements, which Markdown has no other way to write. */
export const formulaNodes: Extension = {
  enter: { formulaBlock: begin, formulaInline: begin },
  exit: {
    formulaMark(token) {
      const { formula } = this.data;
      if (formula) formula.mark = this.sliceSerialize(token);
    },
    formulaValue(token) {
      const { formula } = this.data;
      if (!formula) return;
      const line = token.start.line - formula.line;
      formula.lines[line] = (formula.lines[line] ?? '') + this.sliceSerialize(token);
    },
    formulaEnd(token) {
      const { formula } = this.data;
      if (!formula) return;
      formula.end = this.sliceSerialize(token).trim();
      formula.lines[token.start.line - formula.line] ??= '';
    },
    formulaBlock(token) {
      const { value, data, end } = finish(this);
      const node = this.stack.at(-1);
      if (node?.type === 'formulaBlock') Object.assign(node, { value, data, closed: end !== '' });
      this.exit(token);
    },
    formulaInline(token) {
      const { value, data } = finish(this);
      const node = this.stack.at(-1);
      if (node?.type === 'inlineFormula') Object.assign(node, { value, data });
      this.exit(token);
    },
  },
};

function begin(this: CompileContext, token: Token): undefined {
  this.data.formula = { mark: '', lines: [], line: token.start.line, end: '' };
  const data: FormulaData = { hName: 'var', hProperties: { tex: '', written: '', set: 'line' }, hChildren: [] };
  if (token.type === 'formulaBlock') this.enter({ type: 'formulaBlock', value: '', closed: false, data }, token);
  else this.enter({ type: 'inlineFormula', value: '', data }, token);
}

function finish(context: CompileContext): { value: string; data: FormulaData; end: string } {
  const { mark, lines, end } = context.data.formula ?? { mark: '', lines: [], end: '' };
  context.data.formula = undefined;
  const text = Array.from(lines, (line) => line ?? '').join('\n');
  const value = text.trim();
  const isBlock = mark === '$$' || mark === '\\[';
  const data: FormulaData = {
    hName: 'var',
    hProperties: { tex: value, written: mark + text + end, set: isBlock ? 'block' : 'line' },
    hChildren: [],
  };
  return { value, data, end };
}
