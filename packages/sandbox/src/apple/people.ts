import { createHash } from 'node:crypto';

/** A person as the client sees them. */
export interface Person {
  /** The person's id for this client; stable across restarts. */
  subject: string;
  /** The address given to the client: the person's own, or a relay address. */
  email: string;
  isPrivateEmail: boolean;
  forwardsMail: boolean;
}

/** The people who have given consent. */
export class People {
  readonly #bySubject = new Map<string, Person>();

  list(): Person[] {
    return [...this.#bySubject.values()];
  }

  find(subject: string): Person | null {
    return this.#bySubject.get(subject) ?? null;
  }

  /** Returns the person with this Apple Account. Only the first consent decides whether the address is hidden. */
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

  /** Deletes the consent, so that the next one counts as the first. */
  forget(subject: string): void {
    this.#bySubject.delete(subject);
  }

  clear(): void {
    this.#bySubject.clear();
  }
}
