/** What one request used. Absent parts are 0. */
export interface Counts {
  inputTokens?: number;
  cachedTokens?: number;
  /** The input tokens that are of pictures, which cost more with some models. */
  pictureTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
  pictures?: number;
  searches?: number;
  audioMs?: number;
  characters?: number;
}

/** Our own estimate of what one request uses. Tools and files are apart, because providers count them in other ways. */
export interface Estimate extends Counts {
  /** Of the definitions of tools. */
  toolTokens?: number;
  /** Of pictures and documents. */
  fileTokens?: number;
}
