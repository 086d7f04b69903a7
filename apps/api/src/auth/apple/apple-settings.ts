/** What Sign in with Apple needs, and where it is. */
export interface AppleSettings {
  /** The Services ID. */
  clientId: string;
  teamId: string;
  keyId: string;
  /** PKCS#8, PEM, for ES256. */
  privateKey: string;
  /** Who signs identity tokens; the endpoints are below it. */
  issuer: string;
  /** The script that pages load. */
  scriptUrl: string;
}

/** Apple's own addresses. */
export const APPLE_ADDRESSES = {
  issuer: 'https://appleid.apple.com',
  scriptUrl: 'https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js',
};

/** Where the stand-in of `@parley/sandbox` is, and what it knows the client by. */
interface AppleStandIn {
  urls: { apple: string };
  apple: { credentials: Pick<AppleSettings, 'clientId' | 'teamId' | 'keyId' | 'privateKey'> };
}

/** The settings with which the stand-in is reached as Apple would be. */
export function standInSettings({ urls, apple }: AppleStandIn): AppleSettings {
  return { ...apple.credentials, issuer: urls.apple, scriptUrl: `${urls.apple}/appleid.auth.js` };
}
