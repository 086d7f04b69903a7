/** How a part of the product is doing. */
export type Health = 'operational' | 'degraded' | 'down';

/** What was measured of a part within one minute; `none` where nothing was. */
export type MinuteHealth = Health | 'none';

/** The parts whose health is shown, in the order of the status page. */
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
  /** By the latest measurements; null while there are none. */
  status: Health | null;
  /** Why it is not operational, as a sentence for people. */
  reason?: string;
  /** The last 60 minutes, the running one last. */
  lastHour: MinuteHealth[];
}
