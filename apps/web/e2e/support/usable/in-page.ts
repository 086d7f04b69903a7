/**
 * Checks that run in the page. Playwright passes each as source text, so none uses anything outside itself. Each
 * returns descriptions of the elements that fail.
 */

/** Parts that stick out to the right of the window and do not scroll in a box of their own. */
export function cutOff(): string[] {
  const isClippedInside = (part: Element) => {
    for (let box = part.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, position } = getComputedStyle(box);
      if (overflowX !== 'visible' && box.getBoundingClientRect().right <= innerWidth + 1) return true;
      if (position === 'fixed') return false;
    }
    return false;
  };
  const wide = document.documentElement.scrollWidth > innerWidth ? [`the page is wider than ${innerWidth} px`] : [];
  const parts = [...document.body.querySelectorAll('*')].filter(
    (part) =>
      part.checkVisibility({ visibilityProperty: true }) &&
      part.getBoundingClientRect().right > innerWidth + 1 &&
      part.getBoundingClientRect().width > 1 &&
      !part.closest('svg *, .katex-mathml, [inert], [aria-hidden=true]') &&
      !isClippedInside(part),
  );
  return [...wide, ...parts.map((part) => part.outerHTML.slice(0, 140))];
}

/** Texts that a box without a scrollbar cuts off, except where an ellipsis says so. */
export function clippedTexts(): string[] {
  const clipped: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!parent || !text.nodeValue?.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest('[inert], [aria-hidden=true], .sr-only, .katex, svg, script, style')) continue;
    range.selectNodeContents(text);
    const { top, bottom, left, right } = range.getBoundingClientRect();
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break;
      const edge = box.getBoundingClientRect();
      // For screen readers only.
      if (edge.width <= 1.5 || edge.height <= 1.5) break;
      const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isCut =
        (isHidden(style.overflowY) && (bottom > edge.bottom + 2 || top < edge.top - 2)) ||
        (isHidden(style.overflowX) && (right > edge.right + 2 || left < edge.left - 2));
      if (isCut) clipped.push(text.nodeValue.trim().slice(0, 60));
      if (isCut || style.overflowY === 'auto' || style.overflowY === 'scroll') break;
    }
  }
  return clipped;
}

/** Controls smaller than 24 by 24 px that are not in running text and have too little space around them (2.5.8). */
export function smallTargets(): string[] {
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role=button], [role=menuitem], [role=option], [tabindex="0"]';
  const isInText = (control: Element) =>
    control.matches('a, button') &&
    getComputedStyle(control).display === 'inline' &&
    [...(control.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
  /** A label is part of what can be pressed. */
  const areaOf = (control: Element) => {
    const rects = [control, ...('labels' in control ? [...((control as HTMLInputElement).labels ?? [])] : [])]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => part.getBoundingClientRect());
    const [x, y] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))];
    const [right, bottom] = [
      Math.max(...rects.map((rect) => rect.right)),
      Math.max(...rects.map((rect) => rect.bottom)),
    ];
    return { x, y, width: right - x, height: bottom - y };
  };
  const all = [...document.querySelectorAll(CONTROLS)]
    .filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !control.matches(':disabled, [aria-hidden=true], [aria-hidden=true] *, [inert] *'),
    )
    .map((control) => ({ control, area: areaOf(control) }))
    .filter(({ area }) => area.width > 1.5 && area.height > 1.5);
  const isSmall = ({ width, height }: (typeof all)[number]['area']) => width < 23.9 || height < 23.9;
  return all
    .filter(({ control, area }) => isSmall(area) && !isInText(control))
    .filter(({ control, area }) => {
      const [centerX, centerY] = [area.x + area.width / 2, area.y + area.height / 2];
      return all.some(({ control: other, area: near }) => {
        if (other === control || other.contains(control) || control.contains(other)) return false;
        const beside = Math.max(near.x - centerX, 0, centerX - near.x - near.width);
        const above = Math.max(near.y - centerY, 0, centerY - near.y - near.height);
        if (Math.hypot(beside, above) < 12) return true;
        const between = Math.hypot(near.x + near.width / 2 - centerX, near.y + near.height / 2 - centerY);
        return isSmall(near) && between < 24;
      });
    })
    .map(({ control, area }) => {
      const size = `${Math.round(area.width)} x ${Math.round(area.height)} px`;
      return `${size}: ${control.getAttribute('aria-label') ?? control.outerHTML.slice(0, 140)}`;
    });
}

/** Marks what Tab has to reach; an open dialog hides the rest of the page. Returns the number of tab stops. */
export function markTabStops(): number {
  document.querySelectorAll('[data-tab-stop]').forEach((stop) => stop.removeAttribute('data-tab-stop'));
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      'button, a[href], input, textarea, select, summary, iframe, [tabindex="0"]',
    ),
  ].filter(
    (stop) =>
      stop.checkVisibility({ visibilityProperty: true }) &&
      stop.tabIndex >= 0 &&
      // A radio group has one tab stop; the arrow keys reach the others.
      !stop.matches(':disabled, [inert] *, [aria-hidden=true], [aria-hidden=true] *, [type=radio]:not(:checked)') &&
      !stop.matches('[data-radix-focus-guard]'),
  );
  for (const stop of stops) stop.setAttribute('data-tab-stop', '');
  return stops.length;
}

/** Describes faults of the focused element: it is hidden behind others, or shows no focus. Marks it as reached. */
export async function focusFaults(): Promise<string[]> {
  // The browser scrolls to the focus in the next frame.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const focused = document.activeElement;
  if (!focused || focused === document.body) return [];
  focused.removeAttribute('data-tab-stop');
  if (focused.tagName === 'IFRAME') return [];
  const name = focused.getAttribute('aria-label') ?? focused.outerHTML.slice(0, 140);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  const luminance = (color: string) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const surfaceOf = (element: Element) => {
    for (let box = element.parentElement; box; box = box.parentElement) {
      const { backgroundColor } = getComputedStyle(box);
      if (!/, 0(\.\d+)?\)$|\/ 0(\.\d+)?\)$|transparent/.test(backgroundColor)) return backgroundColor;
    }
    return 'white';
  };
  /** An outline of 2 px with a contrast of 3:1. */
  const hasRing = (element: Element | null) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return false;
    const [ring, surface] = [luminance(outlineColor), luminance(surfaceOf(element))];
    return (Math.max(ring, surface) + 0.05) / (Math.min(ring, surface) + 0.05) >= 3;
  };
  /** The focus ring may be around the control's frame. */
  const rings: Element[] = [];
  for (let box: Element | null = focused, depth = 0; box && depth < 4; box = box.parentElement, depth++)
    rings.push(box);
  const beside = [focused.nextElementSibling, focused.previousElementSibling];
  // A field shows its caret. With forced colors, other signs than outlines are gone, so it needs one too.
  const hasCaret =
    focused.matches('textarea, input:not([type=radio], [type=checkbox], [type=file], [type=range])') &&
    !matchMedia('(forced-colors: active)').matches;
  const faults = hasCaret || [...rings, ...beside].some(hasRing) ? [] : [`shows no focus: ${name}`];
  const target = [focused, ...rings].find((box) => box.getBoundingClientRect().width > 2) ?? focused;
  const { left, top, right, bottom } = target.getBoundingClientRect();
  const [x0, x1] = [Math.max(left, 0), Math.min(right, innerWidth)];
  const [y0, y1] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
  if (x1 <= x0 || y1 <= y0) return [...faults, `is outside the window: ${name}`];
  const isSeen = [0.1, 0.5, 0.9].some((down) =>
    [0.1, 0.5, 0.9].some((along) => {
      const hit = document.elementFromPoint(x0 + (x1 - x0) * along, y0 + (y1 - y0) * down);
      return hit !== null && (target.contains(hit) || hit.contains(target));
    }),
  );
  return isSeen ? faults : [...faults, `is hidden behind others: ${name}`];
}

/** The tab stops that Tab has not reached. */
export function missedTabStops(): string[] {
  return [...document.querySelectorAll('[data-tab-stop]')]
    .filter((stop) => stop.checkVisibility({ visibilityProperty: true }))
    .map((stop) => `Tab does not reach: ${stop.getAttribute('aria-label') ?? stop.outerHTML.slice(0, 140)}`);
}

/** Fields and buttons that have neither an edge nor a text once the system's colors replace those of the page. */
export function edgeless(): string[] {
  const hasEdge = (element: Element | null): boolean => {
    if (!element) return false;
    const style = getComputedStyle(element);
    return (
      (style.borderBottomStyle !== 'none' && parseFloat(style.borderBottomWidth) > 0) ||
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0)
    );
  };
  return [...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), textarea, button')]
    .filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) && !control.matches('[inert] *, [aria-hidden=true] *'),
    )
    .filter((control) => control.getBoundingClientRect().width > 1.5)
    .filter((control) => !hasEdge(control) && !hasEdge(control.parentElement) && !hasEdge(control.closest('form')))
    .filter((control) => control.tagName !== 'BUTTON' || !control.textContent?.trim())
    .map((control) => control.outerHTML.slice(0, 160));
}

/** Animations that move something, or blink without an end. */
export function moving(): string[] {
  const MOVES = ['transform', 'translate', 'scale', 'rotate', 'left', 'top', 'width', 'height', 'marginTop'];
  return document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect instanceof KeyframeEffect)
    .filter(({ effect }) => {
      const { duration, iterations } = effect!.getComputedTiming();
      const moves = (effect as KeyframeEffect).getKeyframes().some((frame) => MOVES.some((each) => each in frame));
      return Number(duration) > 1 && (moves || iterations === Infinity);
    })
    .map(({ effect }) => ((effect as KeyframeEffect).target?.outerHTML ?? '').slice(0, 140));
}
