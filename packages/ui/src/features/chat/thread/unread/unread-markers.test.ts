// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUnreadMarkers } from './unread-markers.ts';
import type { ReadPositions } from './read-positions.ts';

/** Fake IntersectionObserver that reports only on request. */
class FakeObserver {
  static all: FakeObserver[] = [];
  readonly targets = new Set<Element>();
  readonly report: IntersectionObserverCallback;

  constructor(report: IntersectionObserverCallback) {
    this.report = report;
    FakeObserver.all.push(this);
  }
  observe = (target: Element) => void this.targets.add(target);
  unobserve = (target: Element) => void this.targets.delete(target);
  disconnect = () => this.targets.clear();
  takeRecords = () => [];
}

const VIEW = { top: 0, bottom: 600 };

/** Top and bottom of each block by its text, in a window 600 px high. */
let layout: Record<string, [number, number]>;
let list: HTMLElement;
let reply: HTMLElement;
let memory: ReadPositions;
let hidden: boolean;
let stop: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  FakeObserver.all = [];
  layout = {};
  hidden = false;
  stop = [];
  memory = new Map([['r', { known: 0, unread: new Set() }]]);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top, bottom] = this === list ? [VIEW.top, VIEW.bottom] : (layout[this.textContent] ?? [0, 0]);
    return new DOMRect(0, top, 100, bottom - top);
  });
  openConversation();
});
afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function openConversation({ hasBegun = false, blocks = [] as string[] } = {}) {
  list = document.createElement('div');
  list.dataset.thread = '';
  reply = document.createElement('div');
  reply.innerHTML = '<div class="prose"><div class="prose__chunk"></div></div>';
  list.append(reply);
  document.body.append(list);
  for (const text of blocks) append(text);
  const marks = createUnreadMarkers(memory, () => hasBegun);
  stop = [marks.follow(), marks.watch('r', reply)];
}

function leave() {
  for (const end of stop) end();
  stop = [];
  list.remove();
}

function append(text: string) {
  const block = document.createElement('p');
  block.textContent = text;
  reply.querySelector('.prose__chunk')?.append(block);
}

/** Adds a block and reports its position. */
async function arrive(text: string, [top, bottom]: [number, number]) {
  layout[text] = [top, bottom];
  append(text);
  await vi.advanceTimersByTimeAsync(0);
  look();
}

/** Reports the position of every observed block in each of these layouts, in one call, as to a busy page. */
function look(layouts = [layout]) {
  for (const observer of FakeObserver.all) {
    const entries = layouts.flatMap((each) => {
      layout = each;
      return [...observer.targets].map((target) => {
        const boundingClientRect = target.getBoundingClientRect();
        const isIntersecting = boundingClientRect.bottom > VIEW.top && boundingClientRect.top < VIEW.bottom;
        return { target, isIntersecting, boundingClientRect, rootBounds: list.getBoundingClientRect() };
      });
    });
    if (entries.length > 0) observer.report(entries as never, observer as never);
  }
}

function marked(): string[] {
  return [...list.querySelectorAll('[data-unread]')].map(
    (block) => block.textContent + (block.getAttribute('data-unread') ? '!' : ''),
  );
}

test('marks no block that arrives in view, marks those below it, and labels the first one', async () => {
  await arrive('seen', [500, 560]);
  await arrive('half', [580, 640]);
  await arrive('below', [640, 700]);
  await arrive('further', [700, 760]);
  expect(marked()).toEqual(['below!', 'further']);
});

test('a block that arrived in view stays unmarked if it leaves the view before either is reported', async () => {
  layout = { seen: [500, 560] };
  append('seen');
  await vi.advanceTimersByTimeAsync(0);
  look([layout, { seen: [640, 700] }]);
  expect(marked()).toEqual([]);
});

test('unmarks a block once 60 % of it has been in view for 600 ms', async () => {
  await arrive('a', [640, 740]);
  await arrive('b', [740, 840]);
  layout = { a: [541, 641], b: [641, 741] };
  look();
  vi.advanceTimersByTime(2000);
  expect(marked()).toEqual(['a!', 'b']);
  layout = { a: [540, 640], b: [640, 740] };
  look();
  vi.advanceTimersByTime(600);
  expect(marked()).toEqual(['a!', 'b']);
  vi.advanceTimersByTime(200);
  expect(marked()).toEqual(['b!']);
});

test('restarts the dwell time of a block that leaves the view early', async () => {
  await arrive('a', [640, 740]);
  layout = { a: [400, 500] };
  look();
  vi.advanceTimersByTime(500);
  layout = { a: [640, 740] };
  vi.advanceTimersByTime(100);
  layout = { a: [400, 500] };
  vi.advanceTimersByTime(500);
  expect(marked()).toEqual(['a!']);
  vi.advanceTimersByTime(300);
  expect(marked()).toEqual([]);
});

test('needs only 60 % of the window for a block higher than the window', async () => {
  await arrive('long', [640, 5640]);
  layout = { long: [240, 5240] };
  look();
  vi.advanceTimersByTime(800);
  expect(marked()).toEqual([]);
});

test('marks blocks that arrive in a hidden tab or right after it is shown again, even in view', async () => {
  hidden = true;
  await arrive('away', [100, 200]);
  hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await arrive('caught up', [200, 300]);
  vi.advanceTimersByTime(500);
  await arrive('live', [300, 400]);
  expect(marked()).toEqual(['away!', 'caught up']);
});

test('counts nothing as read in a hidden tab', async () => {
  await arrive('a', [640, 740]);
  layout = { a: [100, 200] };
  look();
  hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(5000);
  expect(marked()).toEqual(['a!']);
});

test('keeps markers across a switch of conversations and adds those for what arrived meanwhile', async () => {
  await arrive('read', [100, 200]);
  await arrive('unread', [640, 740]);
  leave();
  openConversation({ hasBegun: true, blocks: ['read', 'unread', 'new'] });
  layout = { read: [-300, -200], unread: [640, 740], new: [740, 840] };
  look();
  expect(marked()).toEqual(['unread!', 'new']);
});

test('keeps the marker of a block that is rendered again', async () => {
  await arrive('a', [640, 740]);
  reply.querySelector('p')?.remove();
  await arrive('a', [640, 740]);
  expect(marked()).toEqual(['a!']);
});

test('marks nothing in a reply that was never followed here', async () => {
  memory.clear();
  leave();
  openConversation({ hasBegun: true, blocks: ['old'] });
  look();
  expect(marked()).toEqual([]);
});
