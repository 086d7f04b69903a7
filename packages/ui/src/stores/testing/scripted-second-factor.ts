import type {
  OwnerProof,
  RememberedDevice,
  SecondFactorRequest,
  SecondFactorSignInRequest,
  SignedInResponse,
} from '@parley/core';

const KEY = {
  setup: 'setup',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Parley:ada?secret=JBSW',
};

/** The calls about authenticator apps, answered from memory. `answer` records a call, and may fail or delay it. */
export class ScriptedSecondFactor {
  since: string | null = null;
  devices: RememberedDevice[] = [];
  codes = ['4T7K-0ZQM-9W2X-HR5C', 'ABCD-EFGH-JKMN-PQRS'];
  readonly #answer: <T>(call: string, value: T) => Promise<T>;
  readonly #signedIn: SignedInResponse;

  constructor(answer: <T>(call: string, value: T) => Promise<T>, signedIn: SignedInResponse) {
    this.#answer = answer;
    this.#signedIn = signedIn;
  }

  status = () =>
    this.#answer('secondFactor', {
      since: this.since,
      recoveryCodesLeft: this.since === null ? 0 : this.codes.length,
      devices: [...this.devices],
    });
  start = (body: OwnerProof) => this.#answer(`startSecondFactor ${JSON.stringify(body)}`, KEY);
  add = async (body: SecondFactorRequest) => {
    const codes = await this.#answer(`addSecondFactor ${JSON.stringify(body)}`, this.codes);
    this.since = '2026-01-01T12:00:00.000Z';
    return codes;
  };
  renewCodes = (body: OwnerProof) => this.#answer(`renewCodes ${JSON.stringify(body)}`, this.codes);
  remove = async (body: OwnerProof) => {
    await this.#answer(`removeSecondFactor ${JSON.stringify(body)}`, undefined);
    this.since = null;
  };
  forgetDevice = async (id: string) => {
    await this.#answer(`forgetDevice ${id}`, undefined);
    this.devices = this.devices.filter((device) => device.id !== id);
  };
  signIn = (body: SecondFactorSignInRequest) => this.#answer(`secondStep ${JSON.stringify(body)}`, this.#signedIn);
}
