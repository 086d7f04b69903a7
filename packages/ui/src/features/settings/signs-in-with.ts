import type { SignInProvider } from '@parley/core';
import { LOCALE } from '../../kit/text/format/locale.ts';

/** Names how an account without a password signs in. An older server, which does not send it, knows only Apple. */
export function signsInWith(providers: SignInProvider[]): string {
  const linked = providers.filter(({ isLinked }) => isLinked).map(({ name }) => name);
  return linked.length > 0 ? new Intl.ListFormat(LOCALE, { type: 'disjunction' }).format(linked) : 'Apple';
}
