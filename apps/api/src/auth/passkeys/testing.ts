import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { TestServer } from '../../testing/test-server.ts';

const ORIGIN = 'https://parley.example.com';
const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

/** How an answer differs from a correct one. */
export interface Changes {
  challenge?: string;
  origin?: string;
  rpId?: string;
  /** Whether the user only touched the device, without a PIN or a fingerprint. */
  isUnverified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Signs with another key. */
  isForged?: boolean;
  /** The format of a statement of the device's maker, with a certificate that is none. */
  attestedAs?: string;
}

type Options = Record<string, unknown> & { challenge: string };

/** A passkey on a device, as browsers use it: WebAuthn with ES256, and without attestation. */
export function aDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let owner = '';

  function dataOf(type: string, { challenge }: Options, changes: Changes): Buffer {
    const data = { type, challenge: changes.challenge ?? challenge, origin: changes.origin ?? ORIGIN };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }
  function authenticatorData(changes: Changes, key: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(changes.counter ?? counter);
    const rpId = createHash('sha256')
      .update(changes.rpId ?? 'parley.example.com')
      .digest();
    const flags = USER_PRESENT + (changes.isUnverified ? 0 : USER_VERIFIED) + (key.length > 0 ? HAS_KEY : 0);
    return Buffer.concat([rpId, Buffer.from([flags]), count, key]);
  }
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };

  return {
    id: credential.id,
    /** Answers the options of a registration. */
    register(options: Options, changes: Changes = {}) {
      owner = (options as unknown as { user: { id: string } }).user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const [xBytes, yBytes] = [x, y].map((part) => new Uint8Array(Buffer.from(part, 'base64url')));
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, xBytes ?? new Uint8Array()],
        [-3, yBytes ?? new Uint8Array()],
      ]);
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(cose)]);
      const statement = new Map<string, number | Uint8Array | Uint8Array[]>([
        ['alg', -7],
        ['sig', new Uint8Array(70)],
        ['x5c', [new Uint8Array(500)]],
      ]);
      const attestation = new Map<string, string | typeof statement | Uint8Array>([
        ['fmt', changes.attestedAs ?? 'none'],
        ['attStmt', changes.attestedAs === undefined ? new Map() : statement],
        ['authData', new Uint8Array(authenticatorData(changes, key))],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: dataOf('webauthn.create', options, changes).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options of a sign-in. */
    signIn(options: Options, changes: Changes = {}) {
      counter += 1;
      const clientData = dataOf('webauthn.get', options, changes);
      const authenticator = authenticatorData(changes, Buffer.alloc(0));
      const signed = Buffer.concat([authenticator, createHash('sha256').update(clientData).digest()]);
      const key = changes.isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey;
      return {
        ...credential,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticator.toString('base64url'),
          signature: sign('sha256', signed, key).toString('base64url'),
          userHandle: changes.userHandle ?? owner,
        },
      };
    },
  };
}

export type Device = ReturnType<typeof aDevice>;

interface Call {
  token?: string;
  cookie?: string;
}

/** Simulates browsers with passkeys at a test server. */
export function passkeyPeople(server: TestServer) {
  async function post(path: string, body: unknown, { token, cookie }: Call = {}) {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(cookie !== undefined && { Cookie: cookie }),
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body: answer, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
  }

  async function start(path: string, body: unknown = {}, call: Call = {}) {
    const begun = await post(path, body, call);
    return { ...begun, state: String(begun.body.state), options: begun.body.options as Options };
  }
  const startAdding = (token: string, password?: string, code?: string) =>
    start('/api/account/passkeys/start', { password, code }, { token });
  const startSignIn = () => start('/api/auth/passkey/start');

  async function add(token: string, device: Device, changes: Changes = {}, password = 'tangerine') {
    const { state, options, cookie } = await startAdding(token, password);
    return post('/api/account/passkeys', { state, response: device.register(options, changes) }, { token, cookie });
  }
  async function signIn(device: Device, changes: Changes = {}) {
    const { state, options, cookie } = await startSignIn();
    return post('/api/auth/passkey', { state, response: device.signIn(options, changes) }, { cookie });
  }
  const remove = (token: string, id: string, proof: object = { password: 'tangerine' }) =>
    server.call('DELETE', `/api/account/passkeys/${id}`, token, proof);

  return { post, startAdding, startSignIn, add, signIn, remove };
}
