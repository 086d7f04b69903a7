import Bowser from 'bowser';

const LONGEST_USER_AGENT = 500;

/** Describes the device of a session from its User-Agent header; an unrecognized one becomes 'Unknown device'. */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  const name = browser.name === 'Electron' ? 'Desktop app' : browser.name;
  if (!name) return 'Unknown device';
  return os.name ? `${name} on ${os.name}` : name;
}

/** The same for a session of the desktop app, whatever browser its header names. */
export function describeDesktop(userAgent: string | undefined): string {
  const { os } = Bowser.parse((userAgent ?? '').slice(0, LONGEST_USER_AGENT) || ' ');
  return os.name ? `Desktop app on ${os.name}` : 'Desktop app';
}
