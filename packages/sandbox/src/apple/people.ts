import { createHash } from 'node:crypto';

/** A person as this service shows one to the client. */
export interface Person {
  /** The client's id of the person: the same each time, also after a new start. */
  subject: string;
  /** What the client is told: the person's own address, or one that forwards to it. */
  email: string;
  isPrivateEmail: boolean;
  forwardsMail: boolean;
}

/** Who has let the client know them. */
export class People {
  readonly #bySubject = new Map<string, Person>();

  list(): Person[] {
    return [...this.#bySubject.values()];
  }

  find(subject: string): Person | null {
    return this.#bySubject.get(subject) ?? null;
  }

  /** The person with this Apple Account. Whether the address is hidden is chosen at the first consent alone. */
  consent(address: string, hidesEmail: boolean): { person: Person; isFirst: boolean } {
    const account = address.trim().toLowerCase();
    const hash = createHash('sha256').update(account).digest('hex');
    const subject = `000${hash.slice(0, 3)}.${hash.slice(3, 35)}.0${hash.slice(35, 38)}`;
    const known = this.#bySubject.get(subject);
    if (known) return { person: known, isFirst: false };
    const email = hidesEmail ? `${hash.slice(40, 50)}@privaterelay.appleid.com` : account;
    const person: Person = { subject, email, isPrivateEmail: hidesEmail, forwardsMail: true };
    this.#bySubject.set(subject, person);
    return { person, isFirst: true };
  }

  /** Forgets the consent: the next one is a first one again. */
  forget(subject: string): void {
    this.#bySubject.delete(subject);
  }

  clear(): void {
    this.#bySubject.clear();
  }
}
