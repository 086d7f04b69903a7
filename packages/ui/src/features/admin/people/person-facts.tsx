import { explainCode, isCounted, isErrorCode, plural, type Person, type PersonAct, t } from '@parley/core';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../../kit/overlays/confirm-dialog.tsx';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { formatMoney } from '../../../kit/text/format/format-money.ts';
import { LOCALE } from '../../../kit/text/format/locale.ts';
import { withCommas } from '../../../kit/text/format/with-commas.ts';
import { rich } from '../../../kit/text/rich.tsx';
import { costWords, countWords } from '../figure-words.ts';
import { LONE_LINK } from '../lone-link.ts';
import { modeWords, momentWords, roleWords, statusWords } from './people-words.ts';

interface PersonFactsProps {
  person: Person;
  isBusy: boolean;
  onAct: (act: PersonAct, done: string) => void;
}

/** The account: plan, use, cost, sessions, errors and payments. */
export function PersonFacts({ person, ...acting }: PersonFactsProps) {
  const { user, sessions, failures, cost, extraMessages, premiumUntil, blockedAt, role } = person;
  return (
    <div className="min-w-0">
      <h3 className="font-medium wrap-anywhere">
        <bdi>{user.email || user._id}</bdi>
        {blockedAt !== null && <span className="ms-2 font-normal text-danger">{t`Blocked`}</span>}
      </h3>
      <dl className="mt-2 divide-y divide-hairline border-y border-hairline">
        <Fact name={t`Account`}>
          {t`Since ${formatDate(person.createdAt)}`}
          {!user.emailVerified && ` · ${t`address not confirmed`}`}
          {role !== null && ` · ${roleWords(role)}`}
        </Fact>
        <Fact name={t`Plan`}>
          {person.planName ?? (user.subscriptionTier === 'premium' ? t`Premium` : t`Free`)}
          {user.subscriptionStatus !== null && ` (${statusWords(user.subscriptionStatus)})`}
          {premiumUntil !== null && <Line>{t`Premium as a gift until ${formatDate(premiumUntil)}`}</Line>}
          {extraMessages !== null && <Line>{extraWords(extraMessages)}</Line>}
        </Fact>
        <Fact name={t`Use`}>{useWords(person)}</Fact>
        {cost && (
          <Fact name={t`Cost in 30 days`}>
            {plural(
              cost.requests,
            )`${costWords(cost.microdollars)} in ${countWords(cost.requests)} request|${costWords(cost.microdollars)} in ${countWords(cost.requests)} requests`}
          </Fact>
        )}
        <Fact name={t`Sessions`}>
          {new Intl.ListFormat(LOCALE, { type: 'unit' }).format([
            plural(sessions.length)`${countWords(sessions.length)} session|${countWords(sessions.length)} sessions`,
            plural(person.apiKeys)`${countWords(person.apiKeys)} API key|${countWords(person.apiKeys)} API keys`,
          ])}
          {sessions.slice(0, 5).map(({ device, lastSeenAt }, index) => (
            <Line key={index}>{rich`${(<bdi>{device}</bdi>)}, ${momentWords(lastSeenAt)}`}</Line>
          ))}
        </Fact>
        <Fact name={t`Last errors`}>
          {failures.length === 0 && t`None`}
          {failures.map(({ at, mode, code }, index) => (
            <Line key={index}>
              {withCommas([momentWords(at), `${modeWords(mode)}: ${isErrorCode(code) ? explainCode(code) : code}`])}
            </Line>
          ))}
        </Fact>
        {person.billing && <Payments billing={person.billing} {...acting} />}
      </dl>
    </div>
  );
}

/** What the plan limits, or else the free messages. */
function useWords({ user, usage }: Person): string {
  const { limits, messagesUsed, messagesLimit } = usage;
  if (limits) {
    const words = limits.map(({ name, used, limit }) => t`${name}: ${countWords(used)} of ${countWords(limit)}`);
    return words.join(', ');
  }
  if (!isCounted(user)) return t`Unlimited messages`;
  return plural(
    messagesLimit,
  )`${countWords(messagesUsed)} of ${countWords(messagesLimit)} free message in this window|${countWords(messagesUsed)} of ${countWords(messagesLimit)} free messages in this window`;
}

function extraWords({ messages, until }: NonNullable<Person['extraMessages']>): string {
  return plural(
    messages,
  )`${countWords(messages)} more message until ${formatDate(until)}|${countWords(messages)} more messages until ${formatDate(until)}`;
}

type Billing = NonNullable<Person['billing']>;

function Payments({ billing, isBusy, onAct }: Omit<PersonFactsProps, 'person'> & { billing: Billing }) {
  const [asked, setAsked] = useState<NonNullable<Billing['payments']>[number] | null>(null);
  return (
    <Fact name={t`Payments`}>
      <a href={billing.customerUrl} target="_blank" rel="noreferrer" className={LONE_LINK}>{t`Open in Stripe`}</a>
      {billing.payments === null && <Line>{t`Stripe can’t be reached right now.`}</Line>}
      {billing.payments?.map((payment) => (
        <div key={payment.invoiceId} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <a href={payment.url} target="_blank" rel="noreferrer" className={LONE_LINK} id={`pay-${payment.invoiceId}`}>
            {rich`${(<bdi>{formatMoney(payment.amount, payment.currency)}</bdi>)}, ${formatDate(payment.at)}`}
          </a>
          {payment.refunded && <span className="text-sm text-muted">{t`Refunded`}</span>}
          {payment.refundable && (
            <Button
              size="sm"
              variant="quiet-danger"
              className="max-md:min-h-11"
              aria-describedby={`pay-${payment.invoiceId}`}
              disabled={isBusy}
              onClick={() => setAsked(payment)}
            >{t`Refund`}</Button>
          )}
        </div>
      ))}
      {asked && (
        <ConfirmDialog
          title={t`Refund this payment?`}
          message={t`${formatMoney(asked.left ?? asked.amount, asked.currency)} goes back in full. The subscription stays.`}
          confirmText={t`Refund`}
          onConfirm={() => onAct({ type: 'refund', invoiceId: asked.invoiceId }, t`The payment is refunded.`)}
          onClose={() => setAsked(null)}
        />
      )}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-1 py-2.5 md:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <span className="block text-sm text-muted">{children}</span>;
}
