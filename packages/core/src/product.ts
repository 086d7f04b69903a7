/** What a client has to know of its server before anyone signs in; the API writes it into the page it serves. */
export interface ProductSettings {
  productName: string;
  /** The free tier, as the pages word it. */
  messagesLimit: number;
  windowHours: number;
  /** What Apple knows this product by; null where Sign in with Apple is not set up, and is not offered. */
  appleClientId: string | null;
  /** The script of Sign in with Apple; null where it is not set up. */
  appleScriptUrl: string | null;
  /** Whether the server can send mail: without, addresses are not verified and passwords not reset. */
  sendsMail: boolean;
  /** Whether plans can be bought here. */
  takesPayments: boolean;
}
