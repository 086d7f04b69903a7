import { Suspense } from 'react';
import { Caret } from '../text/caret.tsx';
import { lazyPart } from '../lazy/lazy-part.tsx';

const Markdown = lazyPart(
  'markdown',
  async () => (await import('../markdown/markdown.tsx')).Markdown,
  ({ part }) => <PlainText text={part.text} streaming={part.streaming} />,
);

interface ReplyTextProps {
  text: string;
  streaming: boolean;
}

/** A reply's text: plain until the Markdown renderer has loaded, which may be never. */
export function ReplyText({ text, streaming }: ReplyTextProps) {
  return (
    <Suspense fallback={<PlainText text={text} streaming={streaming} />}>
      <Markdown text={text} streaming={streaming} />
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
