export interface Mail {
  /** One address, normalized. */
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. */
  send(mail: Mail): Promise<void>;
  /** Called for each mail that was given up. */
  onDropped?(): void;
  close(): void;
}
