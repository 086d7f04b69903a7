import { MODES } from '@parley/core';
import { lineOfText } from '@parley/core/api';
import { z } from 'zod';

const MOST_PLANS = 20;
const MOST_COUNTED = 5000;
const MOST_DOLLARS = 10_000;
/** The most that Stripe takes. */
const MOST_TRIAL_DAYS = 730;
const MOST_HOURS = 365 * 24;

const whole = (least: number, most: number, what = 'must be a whole number') => {
  const message = `${what} from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}`;
  return z.int(message).min(least, message).max(most, message);
};

const ID = 'must be 1 to 40 lowercase letters, digits or hyphens, such as "basic"';
const PRICE = 'must be a price ID of Stripe, which starts with price_';
const CAP = `; leave it out for no cap`;
const DOLLARS = `must be a number of dollars above 0, at most ${MOST_DOLLARS.toLocaleString('en-US')}${CAP}`;
const HOURS = `must be a number of hours above 0, at most ${MOST_HOURS.toLocaleString('en-US')}`;

const Caps = z.strictObject(
  {
    /** Messages a day. */
    messages: z.exactOptional(whole(1, MOST_COUNTED, `must be a whole number${CAP}, otherwise`)),
    /** Pictures a day. 0: none. */
    pictures: z.exactOptional(whole(0, MOST_COUNTED)),
    /** Dollars a day that an account's replies may cost. */
    dollars: z.exactOptional(z.number(DOLLARS).positive(DOLLARS).max(MOST_DOLLARS, DOLLARS)),
  },
  'must be an object with messages, pictures or dollars a day',
);

const OwnPlan = z.strictObject(
  {
    id: z
      .string(ID)
      .regex(/^[a-z\d][a-z\d-]{0,39}$/, ID)
      .refine((id) => id !== 'free' && id !== 'premium', 'must be another id than "free" and "premium"'),
    name: lineOfText(40),
    /** One sentence for the pricing page. */
    description: lineOfText(160),
    /** The id of its price at Stripe, which has the amount, the currency and the interval. */
    price: z.string(PRICE).regex(/^price_\w+$/, PRICE),
    /** For a customer's first subscription. */
    trialDays: whole(0, MOST_TRIAL_DAYS).default(0),
    caps: Caps.default({}),
  },
  'must be an object with id, name, description and price',
);

/** A plan of the operator's file. */
export type OwnPlan = z.infer<typeof OwnPlan>;

const PLANS = `must be a list of 1 to ${MOST_PLANS} plans`;
const MODE = 'must be an object with numbers by mode: normal, thinking, image or web_search';

/** The file of plans. */
export const PlanFile = z.strictObject(
  {
    free: z
      .strictObject(
        {
          /** Messages in a window. */
          messages: z.exactOptional(whole(0, MOST_COUNTED)),
          /** The length of the window. */
          hours: z.exactOptional(z.number(HOURS).positive(HOURS).max(MOST_HOURS, HOURS)),
          /** How many of the messages may be in a mode. 0: the mode is not offered. */
          modes: z
            .strictObject(
              Object.fromEntries(MODES.map(({ id }) => [id, z.exactOptional(whole(0, MOST_COUNTED))])) as Record<
                (typeof MODES)[number]['id'],
                z.ZodExactOptional<z.ZodInt>
              >,
              MODE,
            )
            .default({}),
        },
        'must be an object with messages, hours or modes',
      )
      .default({ modes: {} }),
    plans: z.array(z.unknown(), PLANS).min(1, PLANS).max(MOST_PLANS, PLANS).pipe(z.array(OwnPlan)),
  },
  'must be an object with plans, and free if the free tier differs',
);

export type PlanFile = z.infer<typeof PlanFile>;
