// The one global of the WHATWG Encoding standard that core uses; browsers, Node and Electron all have it.
declare class TextDecoder {
  constructor(label?: string, options?: { ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
