import { pictureKind } from '../../pictures/picture-kind.ts';
import { meanColor } from '../../pictures/pixels.ts';
import { DEMO_LINE } from './introduction.ts';
import { formatNumber } from './calculation/numbers.ts';
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

I can’t see images: that needs a model. Here’s what I can measure:

${tables.join('\n\n')}`,
      steps: [`Measured ${many ? `${pictures.length} pictures` : 'the picture'}.`],
    };
  },
};

function facts(bytes: Uint8Array): string {
  const kind = pictureKind(bytes);
  const color = meanColor(bytes);
  const rows = [
    ['Type', kind ? (kind.type.split('/')[1] ?? '').toUpperCase() : 'unknown'],
    ['Size', `${formatNumber(bytes.length)} bytes`],
    ...(kind ? [['Pixels', `${formatNumber(kind.width)} × ${formatNumber(kind.height)}`]] : []),
    ...(color === null ? [] : [['Mean color', `\`${color}\``]]),
  ];
  return ['| Fact | Value |', '| :--- | :---- |', ...rows.map(([fact, value]) => `| ${fact} | ${value} |`)].join('\n');
}
