import type {
  AddPasskeyRequest,
  OwnerProof,
  Passkey,
  PasskeySignInRequest,
  PasskeyStartRequest,
  SignedInResponse,
} from '@parley/core';

/** The calls about passkeys, answered from memory. `answer` records a call, and may fail or delay it. */
export class ScriptedPasskeys {
  stored: Passkey[] = [];
  readonly #answer: <T>(call: string, value: T) => Promise<T>;
  readonly #signedIn: SignedInResponse;

  constructor(answer: <T>(call: string, value: T) => Promise<T>, signedIn: SignedInResponse) {
    this.#answer = answer;
    this.#signedIn = signedIn;
  }

  list = () => this.#answer('passkeys', [...this.stored]);
  startAdding = (body: PasskeyStartRequest) =>
    this.#answer(`startAddingPasskey ${JSON.stringify(body)}`, { success: true as const, state: 'state', options: {} });
  add = ({ state, response }: AddPasskeyRequest) => this.#answer(`addPasskey ${state} ${response.id}`, undefined);
  remove = async (id: string, proof: OwnerProof) => {
    await this.#answer(`removePasskey ${id} ${JSON.stringify(proof)}`, undefined);
    this.stored = this.stored.filter((passkey) => passkey.id !== id);
  };
  startSignIn = () => this.#answer('startPasskey', { success: true as const, state: 'state', options: {} });
  signIn = ({ state, response }: PasskeySignInRequest) =>
    this.#answer(`signInWithPasskey ${state} ${response.id}`, this.#signedIn);
}
