import './success-mark.css';

/** `initial`: nothing yet; `checkmark`: disc and check; `celebration`: strokes radiate; `complete`: still. */
export type SuccessPhase = 'initial' | 'checkmark' | 'celebration' | 'complete';

const STROKES = Array.from({ length: 24 }, (_, index) => {
  const angle = (index * Math.PI) / 12;
  const outer = index % 2 === 0 ? 54 : 49;
  const point = (radius: number) => ({ x: 60 + radius * Math.cos(angle), y: 60 + radius * Math.sin(angle) });
  return { index, from: point(42), to: point(outer) };
});

/** The mark of a successful payment, drawn up to `phase`. */
export function SuccessMark({ phase }: { phase: SuccessPhase }) {
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" data-phase={phase} className="success-mark">
      {STROKES.map(({ index, from, to }) => (
        <line
          key={index}
          className="success-mark__stroke"
          style={{ transitionDelay: `calc(var(--each) * ${index})` }}
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
        />
      ))}
      <circle className="success-mark__disc" cx="60" cy="60" r="30" />
      <path className="success-mark__check" pathLength="1" d="m47 61 9 9 18-19" />
    </svg>
  );
}
