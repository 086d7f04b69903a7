import { productivityScore } from '@parley/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ScoreChart } from './score-chart.tsx';

const QUIZ = { hours: '5-to-10', writing: 'sources', repetition: 'weekly' };

/** Where each part begins and ends, in points. */
function partsOf(goals: string[]): Record<string, [number, number]> {
  const markup = renderToStaticMarkup(<ScoreChart score={productivityScore({ goals, quiz: QUIZ })} />);
  const parts = [...markup.matchAll(/data-part="(\w+)" x="([\d.]+)" y="34" width="([\d.]+)"/g)];
  const points = (pixels: number) => Math.round((pixels / 420) * 100);
  return Object.fromEntries(
    parts.map(([, part, x, width]) => [part, [points(Number(x)), points(Number(x) + Number(width))]]),
  );
}

test('each part begins where the one before it ends', () => {
  expect(partsOf(['productivity', 'writing', 'learning'])).toEqual({
    base: [0, 45],
    goals: [45, 74],
    quiz: [74, 81],
    bonus: [81, 91],
  });
});

test('what is more than the most that there is, is not drawn', () => {
  expect(partsOf(['productivity', 'automation', 'research', 'writing', 'creativity'])).toEqual({
    base: [0, 45],
    goals: [45, 95],
  });
});

test('a part that adds nothing is not drawn', () => {
  expect(partsOf(['learning'])).not.toHaveProperty('bonus');
});
