import { lazy, Suspense } from 'react';
import { Caret } from '../../../kit/caret.tsx';

/** Begins to load what sets replies; call it when one is about to be shown. */
export const loadMarkdown = () => import('../../../kit/markdown/markdown.tsx');

const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }));

interface ReplyTextProps {
  text: string;
  streaming: boolean;
}

/** The words of a reply: as plain text until what sets them has loaded. */
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
