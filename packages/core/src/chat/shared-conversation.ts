import type { Attachment } from '../api/chat/files.ts';
import type { Message } from '../api/chat/message.ts';
import type { Theme } from '../brand/palette.ts';
import { SHARE_PATH } from '../pages/pages.ts';

/** Maximum share links of an account. */
export const MAX_SHARES = 100;

/** After how many days a share link may expire. */
export const SHARE_DAYS = [1, 7, 30, 365] as const;

/** A file on a shared page. */
export type SharedFile = Pick<Attachment, 'kind' | 'name' | 'size' | 'width' | 'height' | 'url'>;

/** A message as the readers of a shared page see it. */
export type SharedMessage = Pick<
  Message,
  | 'isUser'
  | 'text'
  | 'status'
  | 'isCut'
  | 'reasoningContent'
  | 'reasoningMs'
  | 'sources'
  | 'sourceTitles'
  | 'imagePrompt'
> & {
  /** The address of a generated picture. */
  imageUrl?: string;
  files: SharedFile[];
  /** Number of attached files that are not shared. */
  hiddenFiles: number;
};

/** What a shared page shows. */
export interface SharedConversation {
  title: string;
  /** When the copy was made, ISO 8601. */
  sharedAt: string;
  messages: SharedMessage[];
}

/** A picture that previews of links show, with its size in pixels. */
export interface PreviewPicture {
  path: string;
  width: number;
  height: number;
}

/** The parts of the page around it. */
export interface SharedPageSettings {
  productName: string;
  /** CSS of the operator's brand; absent without one. */
  styles?: string;
  /** The operator's background in each theme; the usual one by default. */
  surfaces?: Record<Theme, string>;
  /** The operator's picture for previews of links. */
  picture?: PreviewPicture;
  /** The address of the page, absolute. */
  url: string;
  /** The origin of the client's pages. */
  homeUrl: string;
  /** Where readers continue the conversation. */
  continueUrl: string;
}

/** The token at the end of a shared page's address; null for any other address. */
export function shareTokenOf(url: string): string | null {
  return new RegExp(`^(?:https?://[^/]+)?${SHARE_PATH}/([^/?#]+)`).exec(url.trim())?.[1] ?? null;
}
