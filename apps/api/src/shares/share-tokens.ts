import { createHash, createHmac, hkdfSync } from 'node:crypto';

/** The tokens in the addresses of shared pages. Only their hashes are stored. */
export interface ShareTokens {
  /**
   * The token of a share, the same on every call: 43 characters that only this server can compute. Its time makes the
   * token of a link that ended differ from that of a later one under the same id. Earlier versions left it out.
   */
  of(userId: string, shareId: string, createdAt?: number): string;
  /** The hash under which a share is stored. */
  hash(token: string): string;
}

export function createShareTokens(secret: string): ShareTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'tokens of shares', 32));
  return {
    of: (userId, shareId, createdAt) => {
      const time = createdAt === undefined ? '' : ` ${createdAt}`;
      return createHmac('sha256', key).update(`${userId} ${shareId}${time}`).digest('base64url');
    },
    hash: (token) => createHash('sha256').update(token).digest('hex'),
  };
}
