/** Longest message of an unknown error, in characters. */
const MAX_MESSAGE = 200;

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name has no address',
  EAI_AGAIN: 'its name can’t be looked up now',
  EDNS: 'its name has no address',
  ETIMEDOUT: 'it doesn’t answer',
  ERR_CONNECT_TIMEOUT: 'it doesn’t answer',
  TimeoutError: 'it doesn’t answer in time',
  EHOSTUNREACH: 'no network leads to it',
  ENETUNREACH: 'no network leads to it',
  ECONNRESET: 'it closes the connection',
  EPIPE: 'it closes the connection',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate isn’t valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it signed its certificate itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate comes from an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it doesn’t send the whole chain of its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  EPROTO: 'it doesn’t speak TLS on this port',
};

/** Says why a connection failed, as the end of a sentence: `nothing listens there (ECONNREFUSED)`. */
export function explainConnection(error: unknown): string {
  const code = codeOf(error);
  const reason = code === null ? undefined : REASONS[code];
  if (reason !== undefined) return `${reason} (${code})`;
  if (code?.startsWith('HPE_')) return `it doesn’t speak HTTP (${code})`;
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').slice(0, MAX_MESSAGE).replace(/[.\s]+$/, '') || 'it doesn’t say why';
}

/** Whether a connection failed because of the other side's certificate. */
export function isCertificateError(error: unknown): boolean {
  return /CERT|UNABLE_TO_VERIFY/.test(codeOf(error) ?? '');
}

/** The code of the first error with a known one, among the error and its causes. */
function codeOf(error: unknown): string | null {
  let last: string | null = null;
  for (let each = error; each instanceof Error; each = causeOf(each)) {
    // Those of a DOMException are numbers.
    const code = 'code' in each && typeof each.code === 'string' ? each.code : null;
    // Nodemailer has codes of its own, and Node's in the message. The deadline of a fetch has only its name.
    const words = [code, each.name, ...each.message.split(/[\s:]+/)];
    const known = words.find((word) => word !== null && Object.hasOwn(REASONS, word));
    if (known !== undefined) return known;
    last ??= code;
  }
  return last;
}

/** A host with several addresses fails with one error for each. */
function causeOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause;
}
