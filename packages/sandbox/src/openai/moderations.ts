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

/** Returns one unflagged result for each text. */
export function moderation(body: Record<string, unknown>, id: string) {
  const { input, model } = body;
  // A list of strings gets one result each; a list of parts gets one in total.
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
