/** A person of the sandbox's OpenID Connect provider. */
export interface OidcPerson {
  subject: string;
  name: string;
  /** Null: the provider knows no address. */
  email: string | null;
  isEmailVerified: boolean;
  /** Whether the address is only at the userinfo endpoint, not in the identity token. */
  isEmailAtUserinfo?: true;
  /** Whether only the userinfo endpoint says if the address is verified. */
  isVerifiedAtUserinfo?: true;
}

/** The people offered on the login page; anyone else can be typed in. */
export const OIDC_PEOPLE: OidcPerson[] = [
  { subject: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', isEmailVerified: true },
  { subject: 'grace', name: 'Grace Hopper', email: 'grace@example.com', isEmailVerified: false },
  { subject: 'alan', name: 'Alan Turing', email: null, isEmailVerified: false },
];
