const DIGITS = 12;

/** Formats a number for reading: `1,234.5`, very large and very small ones as powers of ten. */
export function formatNumber(value: number, digits = DIGITS): string {
  if (value === 0) return '0';
  if (Number.isSafeInteger(value)) return minus(value.toLocaleString('en-US'));
  const size = Math.abs(value);
  if (size >= 1e15 || size < 1e-6) {
    const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
    return minus(`${Number(mantissa)} × 10^${Number(exponent)}`);
  }
  return minus(Number(value.toPrecision(digits)).toLocaleString('en-US', { maximumSignificantDigits: digits }));
}

/** `=` if `formatNumber` is exact, `≈` if it rounds. */
export function equalsSign(value: number, digits = DIGITS): '=' | '≈' {
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? '=' : '≈';
  const significant = value
    .toPrecision(digits)
    .replace(/e.*$/, '')
    .replace(/^[-0.]+/, '')
    .replace('.', '')
    .replace(/0+$/, '');
  return significant.length < digits ? '=' : '≈';
}

function minus(text: string): string {
  return text.replaceAll('-', '−');
}
