import {
  textOrNull,
  CAPABILITIES,
  CONVERSATION,
  fit,
  isModeId,
  MESSAGE,
  USAGE,
  USER,
  type ActiveResponse,
  type Capabilities,
  type BillingUrlResponse,
  type Capability,
  type ChangedConversationResponse,
  type ContentResponse,
  type ConversationResponse,
  type DesktopCodeResponse,
  type FileTextResponse,
  type Health,
  type HistoryResponse,
  type MeResponse,
  type ModeId,
  type OnboardingResponse,
  type PremiumConfigResponse,
  type RefreshSubscriptionResponse,
  type SearchResponse,
  type ShapeOf,
  type SignedInResponse,
  type StatusResponse,
  type StopResponse,
  type SubscriptionResponse,
  type TrashResponse,
  type UsageResponse,
  type VerifyResponse,
} from '@parley/core';
import { IncompatibleError } from './incompatible-error.ts';
import { readError } from './read-error.ts';
import { TransportError } from './transport-error.ts';

/** The responses that the client reads, by name. */
export interface Responses {
  /** A response that matters only as such. */
  success: { success: boolean };
  active: ActiveResponse;
  capabilities: Capabilities;
  changed: ChangedConversationResponse;
  content: ContentResponse;
  conversation: ConversationResponse;
  desktopCode: DesktopCodeResponse;
  fileText: FileTextResponse;
  history: HistoryResponse;
  me: MeResponse;
  onboarding: OnboardingResponse;
  plans: PremiumConfigResponse | { success: false };
  search: SearchResponse;
  signedIn: SignedInResponse;
  status: StatusResponse;
  stop: StopResponse;
  subscription: RefreshSubscriptionResponse;
  trash: TrashResponse;
  payments: SubscriptionResponse;
  url: BillingUrlResponse;
  usage: UsageResponse;
  verified: VerifyResponse;
}

const HEALTHS: readonly Health[] = ['operational', 'degraded', 'down'];

/** A mode of a later version cannot be shown. */
const mode = (value: unknown): ModeId => {
  if (isModeId(value)) return value;
  throw new TypeError('The mode is unknown.');
};
/** A server that does not name a capability does not have it. */
const capability = (value: unknown): Capability => {
  const { ok, reason } = { ...(value as Partial<Capability> | null) };
  return { ok: ok === true, ...(typeof reason === 'string' && { reason }) };
};
const health = (value: unknown): Health | null => HEALTHS.find((name) => name === value) ?? null;

/** Responses whose `success: false` is no error: there are no plans, or there is no session. */
const MAY_FAIL = new Set<unknown>(['plans', 'me']);
/** An address to go to; the browser would resolve an empty or missing one to a page of its own. */
const address = (value: unknown): string => {
  if (typeof value === 'string' && value !== '') return value;
  throw new TypeError('There is no address.');
};

const SHAPES: { [Name in keyof Responses]: ShapeOf<Responses[Name]> } = {
  success: {},
  active: { replies: [{ generationId: '', conversationId: '', assistantMessageId: '' }] },
  capabilities: Object.fromEntries(CAPABILITIES.map((name) => [name, capability])) as Record<
    keyof Capabilities,
    typeof capability
  >,
  changed: { conversation: CONVERSATION },
  content: { title: '', markdown: '' },
  conversation: { conversation: CONVERSATION, messages: [MESSAGE], nextBefore: textOrNull },
  desktopCode: { code: '', expiresIn: 0 },
  fileText: { text: '' },
  history: { conversations: [{ id: '', title: '', updatedAt: '', messages: [MESSAGE] }], nextBefore: textOrNull },
  me: { user: (value: unknown) => (value === null ? null : fit(value, USER)) } as ShapeOf<MeResponse>,
  onboarding: { answers: { goals: [''], quiz: {} }, step: '', prompts: [{ mode, text: '' }] },
  plans: {},
  search: { hits: [{ conversationId: '', title: '', snippet: '', marks: [[0]], timestamp: '' }] },
  signedIn: { token: '', user: USER },
  status: {
    parts: [{ id: '', label: '', status: health, lastHour: [(value) => health(value) ?? 'none'] }],
  },
  stop: { status: '' },
  subscription: { subscriptionTier: '' },
  payments: { receipts: [{ id: '', at: '', amount: 0, currency: '', status: '' }] },
  trash: { conversations: [{ ...CONVERSATION, deletedAt: '' }], nextBefore: textOrNull },
  url: { url: address },
  usage: USAGE,
  verified: { email: '' },
};

/**
 * Reads a response with this name or shape of a server that may be newer or older than this client. If it cannot be
 * used, calls `onIncompatible` and throws `IncompatibleError`; throws `TransportError` if it is no response of the
 * server. The list that a response is about must be there: an empty one would replace what is shown.
 */
export function readResponse(
  expected: keyof Responses | object,
  response: unknown,
  onIncompatible?: () => void,
): unknown {
  if (typeof response !== 'object' || response === null)
    throw new TransportError('This server sent an answer the app doesn’t understand.');
  const { success } = response as { success?: unknown };
  // Some servers answer a failure with status 200.
  if (success === false && !MAY_FAIL.has(expected)) throw readError(200, JSON.stringify(response), null);
  const shape = typeof expected === 'string' ? SHAPES[expected] : expected;
  try {
    for (const [field, of] of Object.entries(shape)) {
      if (Array.isArray(of) && !(field in response)) throw new TypeError(`The response has no ${field}.`);
    }
    return fit(response, shape as ShapeOf<unknown>);
  } catch (error) {
    onIncompatible?.();
    throw new IncompatibleError(error);
  }
}
