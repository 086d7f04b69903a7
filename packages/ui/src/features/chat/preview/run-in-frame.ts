import { t } from '@parley/core';
import { GUARD } from './guard-script.ts';

/** What the frame of a preview reports to the page around it. */
export type FrameReport =
  /** The first report. Its port answers each message while the frame responds. */
  | { kind: 'begin' }
  | { kind: 'escape' }
  /** A script ran for too long more than once. */
  | { kind: 'stuck' }
  | { kind: 'console'; entries: ConsoleEntry[]; dropped: number };

export interface ConsoleEntry {
  level: 'log' | 'info' | 'debug' | 'warn' | 'error';
  text: string;
}

interface FrameLimits {
  /** Name of the global function that guarded scripts call. */
  guard: string;
  /** Milliseconds that scripts may run without a pause. */
  turn: number;
  /** Characters of a console entry. */
  text: number;
  /** Console entries in one report; reports are a tenth of a second apart. */
  entries: number;
}

export const LIMITS: FrameLimits = { guard: GUARD, turn: 2000, text: 2000, entries: 50 };

/**
 * The first script of a preview. It is put into the frame as text, so it must not use anything outside itself; the
 * build replaces its messages. It reports what scripts write to the console, stops scripts that do not end, submits
 * forms, which the sandbox forbids, to their own listeners, and removes what could reach a network in browsers without
 * `Connection-Allowlist`.
 */
export function runInFrame(limits: FrameLimits): void {
  const around = parent;
  // Scripts of the preview may replace all of these.
  const post = around.postMessage.bind(around);
  const report = (what: FrameReport) => post(what, '*');
  // A listener of the window would be lost when a script opens the document to write it again.
  const pulse = new MessageChannel();
  const answer = pulse.port1.postMessage.bind(pulse.port1);
  pulse.port1.onmessage = () => answer(0);
  post({ kind: 'begin' } satisfies FrameReport, '*', [pulse.port2]);
  const now = performance.now.bind(performance);
  const later = setTimeout.bind(window);

  for (const name of Object.getOwnPropertyNames(window)) {
    if (/^(?:webkit)?RTC/.test(name)) Reflect.deleteProperty(window, name);
  }

  const find = Function.prototype.call.bind(Document.prototype.querySelectorAll) as unknown as (
    root: ParentNode,
    selector: string,
  ) => NodeListOf<Element>;
  const remove = Function.prototype.call.bind(Element.prototype.remove) as unknown as (element: Element) => void;
  const findIn = Function.prototype.call.bind(DocumentFragment.prototype.querySelectorAll) as unknown as typeof find;
  const barred = 'iframe, frame, object, embed, fencedframe, portal, link, base, meta[http-equiv]';
  const roots: ShadowRoot[] = [];
  const removeBarred = () => {
    const found = find(document, barred);
    for (let index = 0; index < found.length; index += 1) if (found[index]) remove(found[index] as Element);
    for (let at = 0; at < roots.length; at += 1) {
      const inside = findIn(roots[at] as ShadowRoot, barred);
      for (let index = 0; index < inside.length; index += 1) if (inside[index]) remove(inside[index] as Element);
    }
  };
  const observer = new MutationObserver(removeBarred);
  const watch = observer.observe.bind(observer);
  watch(document, { childList: true, subtree: true });
  const attach = Function.prototype.call.bind(Element.prototype.attachShadow) as unknown as (
    element: Element,
    init: ShadowRootInit,
  ) => ShadowRoot;
  Element.prototype.attachShadow = function attachShadow(init) {
    const root = attach(this, init);
    roots.push(root);
    watch(root, { childList: true, subtree: true });
    return root;
  };

  // Only a reader who uses the preview moves the focus into it.
  const { userActivation } = navigator;
  for (const prototype of [HTMLElement.prototype, SVGElement.prototype]) {
    const focus = Function.prototype.call.bind(prototype.focus) as unknown as (
      element: HTMLOrSVGElement,
      options?: FocusOptions,
    ) => void;
    prototype.focus = function focusForReader(options) {
      if (userActivation.isActive) focus(this, options);
    };
  }
  window.focus = () => {};

  let entries: ConsoleEntry[] = [];
  let dropped = 0;
  let isDue = false;
  const record = (level: ConsoleEntry['level'], text: string) => {
    if (entries.length < limits.entries) entries.push({ level, text: text.slice(0, limits.text) });
    else dropped += 1;
    if (isDue) return;
    isDue = true;
    later(() => {
      report({ kind: 'console', entries, dropped });
      entries = [];
      dropped = 0;
      isDue = false;
    }, 100);
  };
  const show = (value: unknown): string => {
    try {
      if (typeof value === 'string') return value;
      if (value instanceof Error) return `${value.name}: ${value.message}`;
      if (value instanceof Element) return `<${value.localName}>`;
      return (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)) ?? 'undefined';
    } catch {
      return Object.prototype.toString.call(value);
    }
  };
  for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    console[level] = (...values: unknown[]) => record(level, values.slice(0, 20).map(show).join(' '));
  }
  // The sandbox answers these without showing them.
  const unshown =
    <Answer>(name: string, answer: Answer) =>
    (text?: unknown): Answer => {
      record('warn', `${name}: ${show(text)}`);
      return answer;
    };
  window.alert = unshown('alert', undefined);
  window.confirm = unshown('confirm', false);
  window.prompt = unshown('prompt', null);
  addEventListener('error', (event) => {
    if (event.message !== '') record('error', event.message);
    event.preventDefault();
  });
  addEventListener('unhandledrejection', (event) => {
    record('error', `Uncaught (in promise) ${show(event.reason)}`);
    event.preventDefault();
  });
  addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    const text = t`Previews have no network. Blocked: ${blockedURI}`;
    // The page has its policy twice, for hosts that send no headers.
    if (entries.at(-1)?.text !== text) record('error', text);
  });

  let hasBegun = false;
  let begun = 0;
  let calls = 0;
  let isStopped = false;
  let stops = 0;
  const { port1, port2 } = new MessageChannel();
  const endTurn = port2.postMessage.bind(port2);
  port1.addEventListener('message', () => {
    hasBegun = false;
    isStopped = false;
  });
  port1.start();
  const guard = () => {
    if (!hasBegun) {
      hasBegun = true;
      begun = now();
      endTurn(0);
      return;
    }
    calls += 1;
    if (!isStopped && (calls % 32 !== 0 || now() - begun < limits.turn)) return;
    if (!isStopped) {
      isStopped = true;
      stops += 1;
      record('error', t`A script ran for more than ${limits.turn / 1000} seconds without a pause and was stopped.`);
      if (stops > 1) report({ kind: 'stuck' });
    }
    throw new RangeError(t`This script ran for too long.`);
  };
  Object.defineProperty(window, limits.guard, { value: guard });

  addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) report({ kind: 'escape' });
  });

  addEventListener(
    'click',
    (event) => {
      const link = event.composedPath().find((node) => node instanceof Element && node.localName === 'a');
      const address = link instanceof Element ? (link.getAttribute('href') ?? link.getAttribute('xlink:href')) : null;
      if (address === null || address.startsWith('#') || /^javascript:/i.test(address)) return;
      event.preventDefault();
      record('warn', t`Links don’t open in a preview: ${address}`);
    },
    true,
  );

  const submit = (form: HTMLFormElement, submitter: HTMLElement | null) => {
    const isUnchecked = form.noValidate || (submitter?.hasAttribute('formnovalidate') ?? false);
    if (!isUnchecked && !form.reportValidity()) return;
    const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter });
    if (!form.dispatchEvent(event)) return;
    if (form.method === 'dialog') form.closest('dialog')?.close();
    else record('warn', t`Forms aren’t sent from a preview.`);
  };
  HTMLFormElement.prototype.requestSubmit = function requestSubmit(submitter = null) {
    submit(this, submitter);
  };
  const submits = 'button:not([type=button], [type=reset]), input:is([type=submit], [type=image])';
  addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>(submits) : null;
    if (event.defaultPrevented || !button?.form) return;
    event.preventDefault();
    submit(button.form, button);
  });
  addEventListener('keydown', (event) => {
    const { target } = event;
    if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return;
    if (target instanceof HTMLInputElement && target.form && !target.form.querySelector(submits)) {
      submit(target.form, null);
    }
  });
}
