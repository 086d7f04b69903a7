import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

/** The RS256 keys that a stand-in signs its tokens with. */
export interface SigningKeys {
  /** The published key set. */
  published(): Promise<{ keys: JWK[] }>;
  sign(claims: JWTPayload): Promise<string>;
  /** Replaces the signing key; only the new one is published. */
  rotate(): void;
}

export function createSigningKeys(): SigningKeys {
  // Generated on first use: most sandbox runs never sign in this way.
  let current: Promise<SigningKey> | undefined;
  let made = 0;

  async function makeKey(): Promise<SigningKey> {
    const kid = `SANDBOX${String(++made).padStart(3, '0')}`;
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' } };
  }
  const key = () => (current ??= makeKey());

  return {
    published: async () => ({ keys: [(await key()).jwk] }),
    async sign(claims) {
      const { kid, privateKey } = await key();
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    },
    rotate() {
      current = undefined;
    },
  };
}
