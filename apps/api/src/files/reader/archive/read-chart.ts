import type { BoundedText } from '../bounded-text.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';

/** Writes the numbers that a chart of an Office document shows, a line for each series. */
export async function readChart(zip: Zip, path: string, text: BoundedText): Promise<void> {
  let series = emptySeries();
  let place: 'name' | 'labels' | 'values' | null = null;
  let isValue = false;
  let value = '';
  /** The number of the point: points without a value are left out of the file. */
  let point = 0;
  await parseMarkup(zip.read(path), {
    open(name, { idx }) {
      if (name === 'ser') series = emptySeries();
      else if (name === 'tx') place = 'name';
      else if (name === 'cat' || name === 'xVal') place = 'labels';
      else if (name === 'val' || name === 'yVal') place = 'values';
      else if (name === 'pt') point = Number(idx) || 0;
      else if (name === 'v') [isValue, value] = [true, ''];
    },
    close(name) {
      if (name === 'v') {
        isValue = false;
        if (place === 'name') series.name = value;
        // Of labels in several levels, the innermost comes first.
        else if (place && !series[place].has(point)) series[place].set(point, value);
      } else if (name === 'ser') {
        const points = [...series.values].map(([index, each]) =>
          [series.labels.get(index), each].filter(Boolean).join(' '),
        );
        text.write(`Chart, ${series.name || 'series'}: ${points.join(', ')}\n`);
      } else if (['tx', 'cat', 'xVal', 'val', 'yVal'].includes(name)) place = null;
    },
    text(piece) {
      if (isValue) value += piece;
    },
  });
}

function emptySeries() {
  return { name: '', labels: new Map<number, string>(), values: new Map<number, string>() };
}
