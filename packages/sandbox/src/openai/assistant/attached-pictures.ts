import { pixelsOf, type Pixels } from '../../pictures/pixels.ts';
import { pictureKind } from '../../pictures/picture-kind.ts';
import { DEMO_LINE } from './introduction.ts';
import { formatNumber } from './numbers.ts';
import type { Rule } from './turn.ts';

/** Describes the measurable properties of attached pictures, never their content. */
export const attachedPictures: Rule = {
  name: 'attached pictures',
  answer: ({ pictures }) => {
    if (pictures.length === 0) return null;
    const many = pictures.length > 1;
    const tables = pictures.map((bytes, index) => `${many ? `Picture ${index + 1}:\n\n` : ''}${facts(bytes)}`);
    return {
      text: `${DEMO_LINE}

I cannot see pictures: there is no model here that could. What I can measure:

${tables.join('\n\n')}`,
      steps: [`Measured ${many ? `${pictures.length} pictures` : 'the picture'}.`],
    };
  },
};

function facts(bytes: Uint8Array): string {
  const kind = pictureKind(bytes);
  const pixels = pixelsOf(bytes);
  const rows = [
    ['Type', kind ? (kind.type.split('/')[1] ?? '').toUpperCase() : 'unknown'],
    ['Size', `${formatNumber(bytes.length)} bytes`],
    ...(kind ? [['Pixels', `${formatNumber(kind.width)} × ${formatNumber(kind.height)}`]] : []),
    ...(pixels ? [['Mean colour', `\`${meanColor(pixels)}\``]] : []),
  ];
  return ['| Fact | Value |', '| :--- | :---- |', ...rows.map(([fact, value]) => `| ${fact} | ${value} |`)].join('\n');
}

function meanColor({ data }: Pixels): string {
  const sums = [0, 0, 0];
  for (let at = 0; at < data.length; at++) sums[at % 3] = (sums[at % 3] ?? 0) + (data[at] ?? 0);
  const parts = sums.map((sum) =>
    Math.round(sum / (data.length / 3))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}
