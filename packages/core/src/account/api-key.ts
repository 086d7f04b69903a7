import { t } from '../language/translate.ts';
/** What a key may do. Programs get only what their key's scopes allow. */
export const API_KEY_SCOPES = [
  { id: 'chat', label: t`Chat`, about: t`Send messages and upload files` },
  { id: 'read', label: t`Read`, about: t`Read conversations, projects and memories` },
  { id: 'manage', label: t`Manage`, about: t`Change and delete conversations, projects and memories` },
] as const;

export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]['id'];

/** Days after which a key may expire. */
export const API_KEY_DAYS = [7, 30, 90, 365] as const;

/** Maximum keys of a user, expired ones included. */
export const MAX_API_KEYS = 20;
/** Maximum characters of a key's name. */
export const MAX_API_KEY_NAME = 60;
