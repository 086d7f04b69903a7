import { MODES, plural, type CostFigures, type FiguresResponse, t } from '@parley/core';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { costWords, countWords, sumWords } from '../figure-words.ts';
import { Section } from '../section.tsx';
import { FigureTable } from '../tables/figure-table.tsx';
import { CostDays } from './cost-days.tsx';
import { LOCALE } from '../../../kit/text/format/locale.ts';

const PLAN_NAMES: Record<string, string> = { free: t`Free`, premium: t`Premium` };
/** Spending beside the modes. */
const OTHER_NAMES: Record<string, string> = {
  title: t`Titles`,
  summary: t`Summaries`,
  demo: t`Demos`,
  dictation: t`Dictation`,
  read_aloud: t`Read aloud`,
};
const NONE = t`Nothing was spent in this period.`;

interface CostsProps {
  costs: CostFigures;
  revenue: FiguresResponse['monthlyRevenue'];
  /** False where the server sells nothing, so there is no revenue to show. */
  takesPayments: boolean;
}

/**
 * What replies cost the operator: by plan beside the revenue, by day, mode and model, and the most expensive accounts.
 */
export function Costs({ costs, revenue, takesPayments }: CostsProps) {
  const { days, modes, models, plans, accounts } = costs;
  const isEmpty = models.length === 0;
  return (
    <>
      <Section title={t`Cost`}>
        <p className="mb-2 text-muted">{summaryOf(costs)}</p>
        {costs.limits?.map((limit) => (
          <p key={limit.period} className="mb-2 text-sm">
            {limitWords(limit)}
          </p>
        ))}
        {!isEmpty && (
          <FigureTable
            columns={[t`Plan`, t`Requests`, t`Cost`]}
            rows={plans.map(({ plan, requests, microdollars }) => ({
              id: plan,
              name: PLAN_NAMES[plan] ?? plan,
              counts: [countWords(requests), costWords(microdollars)],
            }))}
          />
        )}
        {takesPayments && (
          <p className="mt-2 text-sm text-muted">{t`Monthly recurring revenue: ${sumWords(revenue)}`}</p>
        )}
      </Section>
      <Section title={t`Cost by day`}>
        {isEmpty ? (
          <p className="text-muted">{NONE}</p>
        ) : (
          <CostDays days={days} revenue={takesPayments ? revenue : []} />
        )}
      </Section>
      <Section title={t`Cost by mode`}>
        {isEmpty ? (
          <p className="text-muted">{NONE}</p>
        ) : (
          <FigureTable
            columns={[t`Mode`, t`Requests`, t`Cost`]}
            rows={modes.map(({ mode, requests, microdollars }) => ({
              id: mode,
              name: MODES.find(({ id }) => id === mode)?.label ?? OTHER_NAMES[mode] ?? mode,
              counts: [countWords(requests), costWords(microdollars)],
            }))}
          />
        )}
      </Section>
      <Section title={t`Cost by model`}>
        {isEmpty ? (
          <p className="text-muted">{NONE}</p>
        ) : (
          <FigureTable
            isFixed
            columns={[t`Model`, t`Tokens`, t`Cost`]}
            rows={models.map(({ model, inputTokens, cachedTokens, outputTokens, microdollars, unpricedRequests }) => ({
              id: model,
              name: (
                <>
                  <code className="font-mono text-sm">{model}</code>
                  {inputTokens > 0 && (
                    <span className="block text-sm wrap-break-word text-subtle">
                      {t`${countWords(inputTokens)} in, ${countWords(cachedTokens)} of them cached, ${countWords(outputTokens)} out`}
                    </span>
                  )}
                </>
              ),
              counts: [
                SHORT.format(inputTokens + outputTokens),
                unpricedRequests > 0 && microdollars === 0 ? t`Unknown` : costWords(microdollars),
              ],
            }))}
          />
        )}
      </Section>
      <Section title={t`Most expensive accounts`}>
        {accounts.length === 0 ? (
          <p className="text-muted">{NONE}</p>
        ) : (
          <FigureTable
            isFixed
            columns={[t`Account`, t`Requests`, t`Cost`]}
            rows={accounts.map(({ email, plan, requests, microdollars }, index) => ({
              id: String(index),
              name: (
                <>
                  {email === null ? t`Deleted account` : <bdi>{email}</bdi>}
                  <span className="block text-sm text-subtle">{PLAN_NAMES[plan] ?? plan}</span>
                </>
              ),
              counts: [countWords(requests), costWords(microdollars)],
            }))}
          />
        )}
      </Section>
    </>
  );
}

/** `1.2M`. */
const SHORT = new Intl.NumberFormat(LOCALE, { notation: 'compact' });

function limitWords({ period, microdollars, reserved, most }: NonNullable<CostFigures['limits']>[number]): string {
  const [spent, limit, running] = [costWords(microdollars), costWords(most), costWords(reserved)];
  if (period === 'day') {
    return reserved > 0
      ? t`Today: ${spent} of ${limit}, and running replies may cost ${running}.`
      : t`Today: ${spent} of ${limit}.`;
  }
  return reserved > 0
    ? t`This month: ${spent} of ${limit}, and running replies may cost ${running}.`
    : t`This month: ${spent} of ${limit}.`;
}

function summaryOf({ microdollars, estimatedMicrodollars, unpricedRequests, days, prices }: CostFigures): string {
  const period = plural(days.length)`in ${days.length} day|in ${days.length} days`;
  const [cost, estimated] = [costWords(microdollars), costWords(estimatedMicrodollars)];
  const spent = estimatedMicrodollars > 0 ? t`${cost} ${period}, ${estimated} of it estimated` : t`${cost} ${period}`;
  const date = (day: string) => formatDate(day, { month: 'short', timeZone: 'UTC' });
  const sentence =
    prices.own === null
      ? t`${spent}, at list prices of ${date(prices.shipped)}.`
      : t`${spent}, at list prices of ${date(prices.shipped)} and your prices of ${date(prices.own)}.`;
  if (unpricedRequests === 0) return sentence;
  const count = countWords(unpricedRequests);
  return `${sentence} ${plural(unpricedRequests)`The cost of ${count} request is unknown, because their models have no price.|The cost of ${count} requests is unknown, because their models have no price.`}`;
}
