import PostalMime from 'postal-mime';

const MAX_MAILS = 200;

/** A received mail. */
export interface SandboxMail {
  id: string;
  /** ISO 8601. */
  time: string;
  /** Sender and recipients of the SMTP envelope, which may differ from the headers. */
  envelope: { from: string; to: string[] };
  /** From the headers. */
  from: string;
  to: string[];
  subject: string;
  text: string;
  /** Null if the mail has no HTML part. */
  html: string | null;
  /** Every header in order; names in lower case. */
  headers: { key: string; value: string }[];
}

/** The last 200 mails, newest first. */
export class Mailbox {
  #mails: SandboxMail[] = [];
  #count = 0;

  /** Parses a raw mail and stores it. */
  async deliver(raw: Uint8Array, envelope: SandboxMail['envelope'], now: number): Promise<void> {
    const mail = await PostalMime.parse(raw);
    this.#mails.unshift({
      id: `mail_${++this.#count}`,
      time: new Date(now).toISOString(),
      envelope,
      from: mail.from?.address ?? '',
      to: (mail.to ?? []).map(({ address, name }) => address ?? name),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? null,
      headers: mail.headers.map(({ key, value }) => ({ key, value })),
    });
    this.#mails.length = Math.min(this.#mails.length, MAX_MAILS);
  }

  /** The mails to this address, or all mails. */
  list(to?: string): SandboxMail[] {
    return this.#mails.filter(({ envelope }) => to === undefined || envelope.to.includes(to));
  }

  find(id: string): SandboxMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.#mails = [];
  }
}
