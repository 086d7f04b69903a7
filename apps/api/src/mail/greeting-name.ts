import { hostname } from 'node:os';
import ipaddr from 'ipaddr.js';

/**
 * The name with which this machine greets mail servers: its own if that has a domain, else the host that people open.
 * Undefined without either. Containers have no domain; nodemailer would greet as 127.0.0.1, which Google’s relay refuses.
 */
export function greetingName(publicUrl: string | undefined, machine = hostname()): string | undefined {
  return [machine, URL.parse(publicUrl ?? '')?.hostname ?? ''].find(
    (name) => name.includes('.') && !ipaddr.isValid(name),
  );
}
