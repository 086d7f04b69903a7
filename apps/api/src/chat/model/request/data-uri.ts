/** Encodes bytes as services expect them inside a JSON body. */
export function dataUri({ type, bytes }: { type: string; bytes: Uint8Array }): string {
  return `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`;
}
