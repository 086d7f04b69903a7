import { productivityScore } from '@parley/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ScoreChart } from './score-chart.tsx';

const QUIZ = { hours: '5-to-10', writing: 'sources', repetition: 'weekly' };

/** Start and end of each part, in points. */
function partsOf(goals: string[]): Record<string, [number, number]> {
  const markup = renderToStaticMarkup(<ScoreChart score={productivityScore({ goals, quiz: QUIZ })} />);
  const parts = [...markup.matchAll(/data-part="(\w+)" x="([\d.]+)" y="34" width="([\d.]+)"/g)];
  const points = (pixels: number) => Math.round((pixels / 420) * 100);
  return Object.fromEntries(
    parts.map(([, part, x, width]) => [part, [points(Number(x)), points(Number(x) + Number(width))]]),
  );
}

test('each part of the chart begins where the one before it ends', () => {
  expect(partsOf(['productivity', 'writing', 'learning'])).toEqual({
    base: [0, 45],
    goals: [45, 74],
    quiz: [74, 81],
    bonus: [81, 91],
  });
});

test('the chart does not draw points above the maximum', () => {
  expect(partsOf(['productivity', 'automation', 'research', 'writing', 'creativity'])).toEqual({
    base: [0, 45],
    goals: [45, 95],
  });
});

test('the chart does not draw a part without points', () => {
  expect(partsOf(['learning'])).not.toHaveProperty('bonus');
});
