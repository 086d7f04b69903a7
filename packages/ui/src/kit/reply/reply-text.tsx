import { Suspense } from 'react';
import { Caret } from '../text/caret.tsx';
import { lazyPart } from '../lazy/lazy-part.tsx';
import type { OpenPreview } from '../markdown/elements/code/preview-context.ts';

const Markdown = lazyPart(
  'markdown',
  async () => (await import('../markdown/markdown.tsx')).Markdown,
  ({ part }) => <PlainText text={part.text} streaming={part.streaming} />,
);

interface ReplyTextProps {
  text: string;
  streaming: boolean;
  /** Undefined where code has no previews. */
  onPreview?: OpenPreview | undefined;
}

/** A reply's text: plain until the Markdown renderer has loaded, which may be never. */
export function ReplyText({ text, streaming, onPreview }: ReplyTextProps) {
  return (
    <Suspense fallback={<PlainText text={text} streaming={streaming} />}>
      <Markdown text={text} streaming={streaming} onPreview={onPreview} />
    </Suspense>
  );
}

function PlainText({ text, streaming }: ReplyTextProps) {
  return (
    <p className="max-w-(--measure) text-body as-written">
      {text}
      {streaming && <Caret />}
    </p>
  );
}
