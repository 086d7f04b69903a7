import type { AuthMode } from '../features/session/sign-in/auth-forms.tsx';

/** Opens the dialog in which a visitor signs in or registers. */
export type Authenticate = (mode: AuthMode) => void;
