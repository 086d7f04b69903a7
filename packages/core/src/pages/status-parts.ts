/**
 * The parts of the product in the order of the status page. Servers without dictation or speech leave that part out.
 */
export const STATUS_PARTS = [
  { id: 'web', label: 'Web App' },
  { id: 'api', label: 'API' },
  { id: 'image', label: 'Image Generation' },
  { id: 'transcription', label: 'Dictation' },
  { id: 'speech', label: 'Read Aloud' },
  { id: 'model', label: 'Model' },
  { id: 'storage', label: 'Storage' },
] as const;

export type StatusPartId = (typeof STATUS_PARTS)[number]['id'];
