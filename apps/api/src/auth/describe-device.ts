import Bowser from 'bowser';
import { t, translated } from '@parley/core';

const LONGEST_USER_AGENT = 500;
// English, like everything stored.
const UNKNOWN = t`Unknown device`;
const DESKTOP = t`Desktop app`;

/** Describes the device of a session from its User-Agent header; an unrecognized one becomes 'Unknown device'. */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return UNKNOWN;
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  const name = browser.name === 'Electron' ? DESKTOP : browser.name;
  if (!name) return UNKNOWN;
  return os.name ? `${name} on ${os.name}` : name;
}

/** The same for a session of the desktop app, whatever browser its header names. */
export function describeDesktop(userAgent: string | undefined): string {
  const { os } = Bowser.parse((userAgent ?? '').slice(0, LONGEST_USER_AGENT) || ' ');
  return os.name ? `${DESKTOP} on ${os.name}` : DESKTOP;
}

/** Translates a stored description into the request's language. */
export function presentDescription(device: string): string {
  const [name = '', system, ...more] = device.split(' on ');
  return system === undefined || more.length > 0 ? translated(device) : t`${translated(name)} on ${system}`;
}
