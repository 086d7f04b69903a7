const MODES = ['query', 'fragment', 'form_post', 'web_message'] as const;

/** A client's request to the authorize page. */
export interface AuthorizeRequest {
  clientId: string;
  redirectUri: string;
  responseType: string;
  responseMode: (typeof MODES)[number];
  scope: string;
  state: string | null;
  nonce: string | null;
}

/** Parses the request, or returns the reason to reject it. */
export function readAuthorizeRequest(
  query: URLSearchParams,
  { clientId, isProductUrl }: { clientId: string; isProductUrl: (url: URL) => boolean },
): AuthorizeRequest | { refusal: string } {
  const redirectUri = query.get('redirect_uri') ?? '';
  const responseType = query.get('response_type') ?? '';
  const mode = query.get('response_mode') ?? (responseType.includes('id_token') ? 'fragment' : 'query');
  const scope = query.get('scope') ?? '';
  const responseMode = MODES.find((known) => known === mode);
  if (query.get('client_id') !== clientId) return { refusal: 'invalid_client' };
  const target = URL.parse(redirectUri);
  if (!target || !['http:', 'https:'].includes(target.protocol) || !isProductUrl(target)) {
    return { refusal: 'invalid_request: Invalid web redirect url.' };
  }
  if (!/^(code|id_token|code id_token)$/.test(responseType)) return { refusal: 'unsupported_response_type' };
  if (!responseMode) return { refusal: 'invalid_request: Invalid response_mode.' };
  if (scope.split(/\s+/).some((word) => !['', 'name', 'email', 'openid'].includes(word))) {
    return { refusal: 'invalid_scope' };
  }
  if (/name|email/.test(scope) && responseMode !== 'form_post' && responseMode !== 'web_message') {
    return { refusal: 'invalid_request: response_mode must be form_post when name or email scope is requested.' };
  }
  if (responseMode === 'query' && responseType.includes('id_token')) {
    return { refusal: 'invalid_request: response_mode must not be query for an id_token.' };
  }
  return {
    clientId,
    redirectUri,
    responseType,
    responseMode,
    scope,
    state: query.get('state'),
    nonce: query.get('nonce'),
  };
}
