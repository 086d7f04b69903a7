import { Suspense } from 'react';
import { Caret } from '../../../kit/caret.tsx';
import { lazyPart } from '../../../kit/lazy-part.tsx';

/** The faces that replies may need: one that came only when it is first used would move lines that are being read. */
const FACES = ['italic 1rem "Inter Variable"', '1rem "JetBrains Mono Variable"'];

/** Begins to load what sets replies; call it when one is about to be shown. */
export function loadMarkdown() {
  // Where there is no layout, as in tests of the turns alone, there are no faces either.
  if ('fonts' in document) for (const face of FACES) void document.fonts.load(face);
  return import('../../../kit/markdown/markdown.tsx');
}

const Markdown = lazyPart(
  'markdown',
  async () => (await loadMarkdown()).Markdown,
  ({ part }) => <PlainText text={part.text} streaming={part.streaming} />,
);

interface ReplyTextProps {
  text: string;
  streaming: boolean;
}

/** The words of a reply: as plain text until what sets them has loaded, which may be never. */
export function ReplyText({ text, streaming }: ReplyTextProps) {
  return (
    <Suspense fallback={<PlainText text={text} streaming={streaming} />}>
      <Markdown text={text} streaming={streaming} />
    </Suspense>
  );
}

function PlainText({ text, streaming }: ReplyTextProps) {
  return (
    <p className="max-w-(--measure) text-body wrap-anywhere whitespace-pre-wrap">
      {text}
      {streaming && <Caret />}
    </p>
  );
}
