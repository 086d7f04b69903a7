import { t } from '@parley/core';
interface SaidWordsProps {
  /** Empty without a sentence. */
  comment: string;
  /** Null unless the user sent them along. */
  question: string | null;
  reply: string | null;
}

/** A user's sentence about a reply, and the words that they sent along. */
export function SaidWords({ comment, question, reply }: SaidWordsProps) {
  return (
    <>
      {comment !== '' && (
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
          {comment}
        </p>
      )}
      {question !== null && (
        <details className="mt-1 text-sm">
          <summary className="cursor-pointer py-1 text-accent-text">{t`Question and reply`}</summary>
          <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
            {question}
          </p>
          <p dir="auto" className="mt-2 border-s-2 border-hairline ps-3 wrap-anywhere whitespace-pre-wrap text-muted">
            {reply}
          </p>
        </details>
      )}
    </>
  );
}
