import type { Code } from 'mdast';
import { memo, use, useEffect, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { components } from './components.tsx';
import { PreviewContext, type OpenPreview } from './elements/code/preview-context.ts';
import { isFormulaNear, loadTypesetter } from './formula/typesetters.ts';
import { StreamingContext } from './stream/streaming-context.ts';
import { FootnotesContext } from './footnotes/footnote-reference.tsx';
import { groupLines } from './stream/open-code.ts';
import type { Chunk, ShownBlock } from './stream/incremental-document.ts';
import { PartsContext } from './parts-context.ts';
import { ReadingsContext } from './stream/readings-context.ts';
import { ReplyReader } from './stream/reply-reader.ts';
import { Tree } from './tree.tsx';
import { useFrameText } from './stream/use-frame-text.ts';
import './markdown.css';

interface MarkdownProps {
  /** The full text so far; grows while `streaming`. */
  text: string;
  streaming: boolean;
  onPreview?: OpenPreview | undefined;
}

/**
 * Renders a reply's Markdown. Finished blocks keep their DOM nodes; only the last one is parsed and rendered again as
 * text arrives.
 */
export function Markdown({ text, streaming, onPreview }: MarkdownProps): ReactNode {
  // Reading is idempotent, so it is safe during render.
  const readings = use(ReadingsContext);
  const [reader] = useState(() => new ReplyReader(readings));
  const shown = useFrameText(text, streaming, reader.restsUntil);
  const { footnotes, chunks } = reader.read(shown, streaming);
  useLayoutEffect(() => footnotes.announce());
  // Preloads, so that the first formula renders when it is complete instead of changing later while it is being read.
  useEffect(() => {
    if (streaming && isFormulaNear(shown)) void loadTypesetter();
  }, [streaming, shown]);
  // Not before the first words, which it would delay.
  useEffect(() => loadFace('1rem "JetBrains Mono Variable"'), []);
  return (
    <FootnotesContext value={footnotes}>
      <StreamingContext value={streaming}>
        <PreviewContext value={onPreview}>
          <div className="prose" data-streaming={streaming || undefined}>
            {chunks.map((chunk, index) => (
              <ChunkView key={index} chunk={chunk} />
            ))}
          </div>
        </PreviewContext>
      </StreamingContext>
    </FootnotesContext>
  );
}

/** Loads a font face before its first use. */
export function loadFace(face: string): void {
  // Without layout, as in component tests, there are no fonts.
  if ('fonts' in document) void document.fonts.load(face);
}

const ChunkView = memo(function ChunkView({ chunk }: { chunk: Chunk }): ReactNode {
  const settled = chunk.settled ? ' prose__chunk--settled' : '';
  const heading = chunk.endsInHeading ? ' prose__chunk--heading-last' : '';
  return (
    <div className={`prose__chunk${settled}${heading}`}>
      {chunk.blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
});

const BlockView = memo(function BlockView({ block }: { block: ShownBlock }): ReactNode {
  const { Fence } = use(PartsContext);
  if ('code' in block) {
    return <Fence language={languageOf(block.code.template)} groups={block.groups} caret={block.streaming} />;
  }
  const { node } = block;
  if (node.type === 'code') return <Fence language={languageOf(node)} groups={groupLines(node.value)} />;
  return <Tree nodes={node} components={components} />;
});

function languageOf(code: Code): string | undefined {
  return code.lang ?? undefined;
}
