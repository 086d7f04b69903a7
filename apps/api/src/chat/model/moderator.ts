export interface ModeratedContent {
  texts: string[];
  /** Data URIs. */
  pictures: string[];
}

/** A model that says in which categories texts and pictures are harmful. */
export interface Moderator {
  /**
   * The categories in which any of the content is flagged; none for harmless content. Unless something is flagged,
   * throws an `AppError` with a `model-*` code when the service did not judge all of it in time: a picture that it
   * cannot read does not let a flagged text pass.
   */
  flaggedIn(content: ModeratedContent): Promise<string[]>;
}
