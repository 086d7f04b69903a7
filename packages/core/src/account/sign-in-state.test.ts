import { expect, it } from 'vitest';
import { readSignInState } from './sign-in-state.ts';

const SECRET = 's'.repeat(43);

it('a state names the provider, and whether it links an account', () => {
  expect(readSignInState(`origin:web:${SECRET}`)).toEqual({ provider: 'apple', isLink: false });
  expect(readSignInState(`origin:web:link:${SECRET}`)).toEqual({ provider: 'apple', isLink: true });
  expect(readSignInState(`google:${SECRET}`)).toEqual({ provider: 'google', isLink: false });
  expect(readSignInState(`my-idp2:link:${SECRET}`)).toEqual({ provider: 'my-idp2', isLink: true });
});

it.each(['', 'google', `google:${SECRET}x`, `google:unlink:${SECRET}`, `../x:${SECRET}`, `Google:${SECRET}`])(
  'the state %j has no purpose',
  (state) => expect(readSignInState(state)).toBeNull(),
);
