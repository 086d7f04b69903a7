import { t } from '../language/translate.ts';

/**
 * The parts of the product in the order of the status page. Servers without dictation or speech leave that part out.
 */
export const STATUS_PARTS = [
  { id: 'web', label: t`Web App` },
  { id: 'api', label: t`API` },
  { id: 'image', label: t`Image Generation` },
  { id: 'transcription', label: t`Dictation` },
  { id: 'speech', label: t`Read Aloud` },
  { id: 'model', label: t`Model` },
  { id: 'storage', label: t`Storage` },
] as const;

export type StatusPartId = (typeof STATUS_PARTS)[number]['id'];
