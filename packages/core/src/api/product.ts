/** What a client needs to know about its server before sign-in. The API writes it into the page it serves. */
export interface ProductSettings {
  productName: string;
  /** The free tier, for the texts of the pages. */
  messagesLimit: number;
  windowHours: number;
  /** Apple's id for this product; null if Sign in with Apple is not set up, and then it is not offered. */
  appleClientId: string | null;
  /** The script of Sign in with Apple; null if it is not set up. */
  appleScriptUrl: string | null;
  /** Whether the server can send mail. Without it, addresses cannot be verified and passwords cannot be reset. */
  sendsMail: boolean;
  /** Whether this server sells plans. */
  takesPayments: boolean;
  /** Whether the server can search the web. */
  searchesWeb: boolean;
  /** Whether the server can draw pictures. */
  drawsPictures: boolean;
  /** Whether messages are taken only from accounts with a verified address. */
  verifiesFirst: boolean;
}
