import type { Code } from 'mdast';
import { memo, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { components } from './components.tsx';
import { NotesContext } from './note-reference.tsx';
import { groupLines } from './open-code.ts';
import { ReplyDocument } from './reply-document.ts';
import type { Chunk, ShownBlock } from './reply-document.ts';
import { Tree } from './tree.tsx';
import { useFrameText } from './use-frame-text.ts';
import './markdown.css';

interface MarkdownProps {
  /** The whole text so far; while `streaming` it grows. */
  text: string;
  streaming: boolean;
}

interface Reading {
  document: ReplyDocument;
  text: string;
  streaming: boolean;
  chunks: readonly Chunk[];
}

/** A reply's Markdown. Finished blocks keep their DOM nodes; only the last one is read and drawn again as text comes in. */
export function Markdown({ text, streaming }: MarkdownProps): ReactNode {
  const shown = plainLines(useFrameText(text, streaming));
  const reading = useRef<Reading>(null);
  const { document, chunks } = (reading.current = readOn(reading.current, shown, streaming));
  useLayoutEffect(document.notes.announce);
  return (
    <NotesContext value={document.notes}>
      <div className="prose" data-streaming={streaming || undefined}>
        {chunks.map((chunk, index) => (
          <ChunkView key={index} chunk={chunk} />
        ))}
      </div>
    </NotesContext>
  );
}

/** The parser counts other line endings as lines too; one kind is enough here. */
function plainLines(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

function readOn(before: Reading | null, text: string, streaming: boolean): Reading {
  if (before && before.text === text && before.streaming === streaming) return before;
  const continues = before?.streaming && text.startsWith(before.text);
  const document = continues ? before.document : new ReplyDocument();
  return { document, text, streaming, chunks: document.read(text, streaming) };
}

const ChunkView = memo(function ChunkView({ chunk }: { chunk: Chunk }): ReactNode {
  const settled = chunk.settled ? ' is-settled' : '';
  const heading = chunk.endsInHeading ? ' ends-in-heading' : '';
  return (
    <div className={`prose__chunk${settled}${heading}`}>
      {chunk.blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
});

const BlockView = memo(function BlockView({ block }: { block: ShownBlock }): ReactNode {
  if ('code' in block) {
    return <CodeBlock language={languageOf(block.code.template)} groups={block.groups} caret={block.streaming} />;
  }
  const { node } = block;
  if (node.type === 'code') return <CodeBlock language={languageOf(node)} groups={groupLines(node.value)} />;
  return <Tree nodes={[node]} components={components} />;
});

function languageOf(code: Code): string | undefined {
  return code.lang ?? undefined;
}
