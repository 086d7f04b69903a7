import { type SignInProvider, t } from '@parley/core';
import { LOCALE } from '../../kit/text/format/locale.ts';

/** Names how an account without a password signs in. An older server, which names no provider, knows only Apple. */
export function signsInWith(providers: SignInProvider[]): string {
  const linked = providers.filter(({ isLinked }) => isLinked).map(({ name }) => name);
  if (linked.length > 0) return new Intl.ListFormat(LOCALE, { type: 'disjunction' }).format(linked);
  return providers.length > 0 ? t`a passkey` : 'Apple';
}
