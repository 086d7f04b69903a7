const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];

/** Finds nothing wrong with any text: one result for each. */
export function moderation(body: Record<string, unknown>, id: string) {
  const { input, model } = body;
  // A list of texts is as many questions; a list of parts is one.
  const texts = Array.isArray(input) && input.every((item) => typeof item === 'string') ? input : [input];
  return {
    id: `modr-${id}`,
    model: typeof model === 'string' ? model : 'omni-moderation-latest',
    results: texts.map(() => ({
      flagged: false,
      categories: Object.fromEntries(CATEGORIES.map((category) => [category, false])),
      category_scores: Object.fromEntries(CATEGORIES.map((category) => [category, 0])),
      category_applied_input_types: Object.fromEntries(CATEGORIES.map((category) => [category, ['text']])),
    })),
  };
}
