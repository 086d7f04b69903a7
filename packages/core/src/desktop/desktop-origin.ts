/** The origin of the desktop app's pages: a scheme of its own, served out of the app. */
export const DESKTOP_ORIGIN = 'app://bundle';
