/** The health of a part of the product. */
export type Health = 'operational' | 'degraded' | 'down';

/** The health of a part within one minute; `none` if nothing was measured. */
export type MinuteHealth = Health | 'none';

/** The parts in the order of the status page. */
export const STATUS_PARTS = [
  { id: 'web', label: 'Web App' },
  { id: 'api', label: 'API' },
  { id: 'image', label: 'Image Generation' },
  { id: 'model', label: 'Model' },
  { id: 'storage', label: 'Storage' },
] as const;

export type StatusPartId = (typeof STATUS_PARTS)[number]['id'];

export interface StatusPart {
  id: StatusPartId;
  label: string;
  /** From the latest measurements; null if there are none yet. */
  status: Health | null;
  /** Why the part is not operational, as a sentence for people. */
  reason?: string;
  /** The last 60 minutes, the current one last. */
  lastHour: MinuteHealth[];
}
