import { t, translated } from '@parley/core';

/** Longest message of an unknown error, in characters. */
const MAX_MESSAGE = 200;

const REASONS: Record<string, string> = {
  ECONNREFUSED: t`nothing listens there`,
  ENOTFOUND: t`its name has no address`,
  EAI_AGAIN: t`its name can’t be looked up now`,
  EDNS: t`its name has no address`,
  ETIMEDOUT: t`it doesn’t answer`,
  ERR_CONNECT_TIMEOUT: t`it doesn’t answer`,
  TimeoutError: t`it doesn’t answer in time`,
  EHOSTUNREACH: t`no network leads to it`,
  ENETUNREACH: t`no network leads to it`,
  ECONNRESET: t`it closes the connection`,
  EPIPE: t`it closes the connection`,
  CERT_HAS_EXPIRED: t`its certificate has expired`,
  CERT_NOT_YET_VALID: t`its certificate isn’t valid yet`,
  DEPTH_ZERO_SELF_SIGNED_CERT: t`it signed its certificate itself`,
  SELF_SIGNED_CERT_IN_CHAIN: t`its certificate comes from an unknown authority`,
  UNABLE_TO_GET_ISSUER_CERT: t`its certificate comes from an unknown authority`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: t`its certificate comes from an unknown authority`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: t`it doesn’t send the whole chain of its certificate`,
  ERR_TLS_CERT_ALTNAME_INVALID: t`its certificate is for another name`,
  EPROTO: t`it doesn’t speak TLS on this port`,
  ERR_SSL_WRONG_VERSION_NUMBER: t`it doesn’t speak TLS on this port`,
};

/** Says why a connection failed, as the end of a sentence: `nothing listens there (ECONNREFUSED)`. */
export function explainConnection(error: unknown): string {
  const code = codeOf(error);
  const reason = code === null ? undefined : REASONS[code];
  if (reason !== undefined) return `${translated(reason)} (${code})`;
  if (code?.startsWith('HPE_')) return t`it doesn’t speak HTTP (${code})`;
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n')[0] ?? '').slice(0, MAX_MESSAGE).replace(/[.\s]+$/, '') || t`it doesn’t say why`;
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
    // Nodemailer has codes of its own, and Node's beside them or in the message. The deadline of a fetch has only its
    // name.
    const { originalCode = null } = each as { originalCode?: string };
    const words = [code, originalCode, each.name, ...each.message.split(/[\s:]+/)];
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
