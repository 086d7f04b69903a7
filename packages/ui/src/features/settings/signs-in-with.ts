import { t } from '@parley/core';
import type { SignInProvider } from '@parley/core';

/** Names how an account without a password signs in. A server that does not say so knows only Apple. */
export function signsInWith(providers: SignInProvider[]): string {
  const linked = providers.filter(({ isLinked }) => isLinked).map(({ name }) => name);
  return linked.length > 0 ? linked.join(' or ') : t`Apple`;
}
