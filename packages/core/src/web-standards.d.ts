// The globals of the WHATWG standards that core uses; browsers, Node and Electron all have them.
declare class TextDecoder {
  constructor(label?: string, options?: { ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

declare class URL {
  static parse(url: string): URL | null;
  constructor(url: string);
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly href: string;
  readonly searchParams: { get(name: string): string | null; delete(name: string): void };
}
