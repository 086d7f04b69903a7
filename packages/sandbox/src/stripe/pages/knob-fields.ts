import { escapeHtml } from '../../server/page.ts';
import { DEFAULT_KNOBS, knobsSchema, type StripeKnobs } from '../knobs.ts';

const LABELS = {
  webhookUrl: 'Webhook URL (empty: the product’s)',
  delayMs: 'Delay (ms)',
  copies: 'Copies of each event',
  shuffle: 'Shuffle events',
  drop: 'Drop all events',
  signature: 'Signature',
  signatureAgeS: 'Signature age (s)',
  payload: 'Payload',
  livemode: 'Claim live mode',
  retryDelaysMs: 'Retry delays (ms)',
  apiFailure: 'API failure',
  apiFailureTimes: 'Number of failures (empty: always)',
  trialDays: 'Trial days at checkout',
  billingMode: 'Billing mode',
  portalConfigured: 'Portal is configured',
} satisfies Record<keyof StripeKnobs, string>;

const names = Object.keys(LABELS) as (keyof StripeKnobs)[];

/** The knobs as form fields. */
export function knobFields(knobs: StripeKnobs): string {
  return names.map((name) => field(name, knobs[name])).join('\n');
}

/** Converts a submitted form of `knobFields` to the schema's shape. */
export function knobsFromForm(form: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, fromText(name, form.get(name))]));
}

function field(name: keyof StripeKnobs, value: StripeKnobs[typeof name]): string {
  const label = escapeHtml(LABELS[name]);
  if (typeof value === 'boolean') {
    return `<label><input type="checkbox" name="${name}" value="true"${value ? ' checked' : ''}> ${label}</label>`;
  }
  const { shape } = knobsSchema;
  const options = 'options' in shape[name] ? (shape[name].options as string[]) : null;
  if (options) {
    const choices = options.map((option) => `<option${option === value ? ' selected' : ''}>${option}</option>`);
    return `<label>${label} <select name="${name}">${choices.join('')}</select></label>`;
  }
  const text = escapeHtml(Array.isArray(value) ? value.join(', ') : String(value ?? ''));
  return `<label>${label} <input name="${name}" value="${text}" autocomplete="off"></label>`;
}

function fromText(name: keyof StripeKnobs, text: string | null): unknown {
  const usual = DEFAULT_KNOBS[name];
  if (typeof usual === 'boolean') return text === 'true';
  if (typeof usual === 'number') return Number(text);
  if (Array.isArray(usual))
    return (text ?? '').split(',').flatMap((each) => (each.trim() === '' ? [] : [Number(each)]));
  if (name === 'apiFailureTimes') return text?.trim() ? Number(text) : null;
  return text ?? '';
}
