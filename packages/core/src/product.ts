/** What a client has to know of its server before anyone signs in; the API writes it into the page it serves. */
export interface ProductSettings {
  productName: string;
  /** The free tier, as the pages word it. */
  messagesLimit: number;
  windowHours: number;
}
