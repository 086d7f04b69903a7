import Bowser from 'bowser';

const LONGEST_USER_AGENT = 500;

/** What a session was opened with, in words, from the header that names it; what is made up is 'Unknown device'. */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  const name = browser.name === 'Electron' ? 'Desktop app' : browser.name;
  if (!name) return 'Unknown device';
  return os.name ? `${name} on ${os.name}` : name;
}

/** The same for a session of the desktop app, whatever its header says it runs in. */
export function describeDesktop(userAgent: string | undefined): string {
  const { os } = Bowser.parse((userAgent ?? '').slice(0, LONGEST_USER_AGENT) || ' ');
  return os.name ? `Desktop app on ${os.name}` : 'Desktop app';
}
