/** The parts of the product in the order of the status page. */
export const STATUS_PARTS = [
  { id: 'web', label: 'Web App' },
  { id: 'api', label: 'API' },
  { id: 'image', label: 'Image Generation' },
  { id: 'model', label: 'Model' },
  { id: 'storage', label: 'Storage' },
] as const;

export type StatusPartId = (typeof STATUS_PARTS)[number]['id'];
