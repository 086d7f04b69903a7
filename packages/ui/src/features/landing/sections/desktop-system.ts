import type { DesktopSystem } from '@parley/core';

/** The desktop system of a browser; null on a phone or a tablet, and for one that is unknown. */
export function desktopSystem(userAgent: string): DesktopSystem | null {
  if (/Android|iPhone|iPad|Mobile/.test(userAgent)) return null;
  if (userAgent.includes('Windows')) return 'windows';
  if (userAgent.includes('Macintosh')) return 'mac';
  return /Linux|X11/.test(userAgent) && !userAgent.includes('CrOS') ? 'linux' : null;
}
