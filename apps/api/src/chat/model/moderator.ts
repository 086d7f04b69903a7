export interface ModeratedContent {
  texts: string[];
  /** Data URIs. */
  pictures: string[];
}

/** A model that says in which categories texts and pictures are harmful. */
export interface Moderator {
  /**
   * The categories in which any of the content is flagged; none for harmless content. Throws only `AppError` with a
   * `model-*` code, unless the service judges all of it in time.
   */
  flaggedIn(content: ModeratedContent): Promise<string[]>;
}
