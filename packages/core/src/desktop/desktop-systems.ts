/** The systems that the desktop app runs on. */
export const DESKTOP_SYSTEMS = [
  { id: 'mac', label: 'macOS' },
  { id: 'windows', label: 'Windows' },
  { id: 'linux', label: 'Linux' },
] as const;

export type DesktopSystem = (typeof DESKTOP_SYSTEMS)[number]['id'];
