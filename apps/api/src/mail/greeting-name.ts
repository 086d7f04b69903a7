import { hostname } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * Returns the name for EHLO: the machine's name if it has a domain, else the host of `PUBLIC_URL`. Undefined without
 * either. A container has no domain, and Google's relay refuses nodemailer's default for it, 127.0.0.1.
 */
export function greetingName(publicUrl: string | undefined, machine = hostname()): string | undefined {
  return [machine, URL.parse(publicUrl ?? '')?.hostname ?? ''].find(
    (name) => name.includes('.') && !ipaddr.isValid(name),
  );
}
