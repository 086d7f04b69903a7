import { plural, t } from '@parley/core';
import type { ProductSettings } from '@parley/core';
import { DisclosureIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { freeMessages } from '../../../kit/plans/free-messages.ts';

interface Entry {
  question: string;
  answer: string;
}

function entriesFor(settings: ProductSettings): Entry[] {
  const { windowHours, searchesWeb, takesPayments } = settings;
  return [
    {
      question: t`Is it really free?`,
      answer: t`The free plan is ${freeMessages(settings)}, in every mode. You don’t need a card to sign up.`,
    },
    {
      question: t`What happens when I reach the limit?`,
      answer: plural(
        windowHours,
      )`You can send more ${windowHours} hour after the first of those messages. Your conversations stay as they are, and you can read all of them in the meantime.|You can send more ${windowHours} hours after the first of those messages. Your conversations stay as they are, and you can read all of them in the meantime.`,
    },
    ...(takesPayments
      ? [
          {
            question: t`How do I cancel Premium?`,
            answer: t`In Settings, anytime. You keep Premium until the end of the period that you paid for.`,
          },
        ]
      : []),
    {
      question: t`Can I trust the answers?`,
      answer: searchesWeb
        ? t`It can make mistakes. Check what matters: in Search mode, each answer lists its sources.`
        : t`It can make mistakes, so check what matters. In Thinking mode you can read how it got to its answer.`,
    },
    {
      question: t`Who can read my conversations?`,
      answer: t`No other user can. Your messages go to the AI model that answers them, without your name or email address. We don’t sell your data or use it for advertising.`,
    },
    {
      question: t`Can I take my data with me?`,
      answer: t`Yes. In Settings, you can export everything, or delete your account with all its data.`,
    },
    {
      question: t`Does it work without a connection?`,
      answer: t`You can read your latest conversations offline. What you write then is sent once you’re back online.`,
    },
  ];
}

/** Questions that visitors have before they sign up. */
export function QuestionList({ settings }: { settings: ProductSettings }) {
  return (
    <div className="border-b border-hairline">
      {entriesFor(settings).map(({ question, answer }) => (
        <details key={question} className="group/entry border-t border-hairline">
          <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-xs py-5 text-[1.0625rem] leading-6 font-medium tracking-[-0.008em] hover:text-accent-text [&::-webkit-details-marker]:hidden">
            {question}
            <Icon
              icon={DisclosureIcon}
              className="text-subtle transition-[rotate] duration-(--base) group-open/entry:rotate-180"
            />
          </summary>
          <p className="max-w-(--measure) pe-8 pb-6 text-note text-pretty text-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
