/** Credentials and addresses for Sign in with Apple. */
export interface AppleSettings {
  /** The Services ID. */
  clientId: string;
  teamId: string;
  keyId: string;
  /** PKCS#8, PEM, for ES256. */
  privateKey: string;
  /** The issuer of identity tokens; the endpoints are below it. */
  issuer: string;
  /** The script that pages load. */
  scriptUrl: string;
}

/** Apple's own addresses. */
export const APPLE_ADDRESSES = {
  issuer: 'https://appleid.apple.com',
  scriptUrl: 'https://appleid.cdn-apple.com/appleauth/static/jsapi/appleid/1/en_US/appleid.auth.js',
};

/** Address and client credentials of the stand-in in `@parley/sandbox`. */
interface AppleStandIn {
  urls: { apple: string };
  apple: { credentials: Pick<AppleSettings, 'clientId' | 'teamId' | 'keyId' | 'privateKey'> };
}

/** Settings that replace Apple with the stand-in. */
export function standInSettings({ urls, apple }: AppleStandIn): AppleSettings {
  return { ...apple.credentials, issuer: urls.apple, scriptUrl: `${urls.apple}/appleid.auth.js` };
}
