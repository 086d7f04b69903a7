const WHOLE = /^(?:bif|clp|djf|gnf|jpy|kmf|krw|mga|pyg|rwf|vnd|vuv|xaf|xof|xpf)$/i;
const IN_THOUSANDTHS = /^(?:bhd|jod|kwd|omr|tnd)$/i;

/**
 * How many decimals an amount of Stripe has in its currency. `Intl` cannot say: it shows forints, rupiahs and others
 * without decimals, which Stripe counts in hundredths.
 */
export function decimalsOf(currency: string): number {
  if (WHOLE.test(currency)) return 0;
  return IN_THOUSANDTHS.test(currency) ? 3 : 2;
}
