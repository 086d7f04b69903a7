import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';

/** A developer's credentials from Apple: the values of the `APPLE_…` settings. */
export interface TeamCredentials {
  clientId: string;
  teamId: string;
  keyId: string;
  /** PKCS#8, PEM. */
  privateKey: string;
}

/** Maximum lifetime of a client secret. */
const LONGEST_SECRET_S = 15_777_000;

/** The one registered team. Its key is generated at startup. */
export class Team {
  readonly credentials: TeamCredentials;
  readonly #publicKey: KeyObject;

  constructor() {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#publicKey = createPublicKey(privateKey);
    this.credentials = {
      clientId: 'com.example.sandbox.web',
      teamId: 'SANDBOXTM1',
      keyId: randomBytes(5).toString('hex').toUpperCase(),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  }

  /** Whether the team signed this client secret for this client and service, within the maximum lifetime. */
  async accepts(clientId: string | null, secret: string | null, audience: string, now: number): Promise<boolean> {
    if (clientId !== this.credentials.clientId || secret === null) return false;
    try {
      if (decodeProtectedHeader(secret).kid !== this.credentials.keyId) return false;
      const { payload } = await jwtVerify(secret, this.#publicKey, {
        algorithms: ['ES256'],
        issuer: this.credentials.teamId,
        subject: clientId,
        audience,
        requiredClaims: ['iat', 'exp'],
        currentDate: new Date(now),
      });
      return (payload.exp ?? 0) - (payload.iat ?? 0) <= LONGEST_SECRET_S;
    } catch {
      return false;
    }
  }
}
