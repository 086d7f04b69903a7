import { createHash } from 'node:crypto';

const SIZE = 1n << 256n;

/** Count and checksum of records, independent of their order and the order of their fields. Null equals missing. */
export class RecordSum {
  count = 0;
  #sum = 0n;

  add(record: object): void {
    const digest = createHash('sha256')
      .update(JSON.stringify(canonical(record)))
      .digest('hex');
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % SIZE;
    this.count++;
  }

  /** 64 hexadecimal digits. */
  get checksum(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .map(([name, field]) => [name, canonical(field)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields);
}
