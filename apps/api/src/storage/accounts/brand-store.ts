/** What the operator changed of the brand at /admin. There is one record at most. */
export interface BrandRecord {
  id: 'brand';
  /** JSON of `BrandChanges`. */
  value: string;
  /** Counts the changes. */
  revision: number;
  changedAt: number;
}

export interface BrandStore {
  find(): Promise<BrandRecord | null>;
  /** False, and nothing changed, unless the stored revision is the one before (0 without a record). */
  save(record: BrandRecord): Promise<boolean>;
}
