import type { BoundedText } from '../bounded-text.ts';
import type { Zip } from './open-zip.ts';
import { parseMarkup } from './parse-markup.ts';

/** Writes the numbers that a chart of an Office document shows, a line for each series. */
export async function readChart(zip: Zip, path: string, text: BoundedText): Promise<void> {
  let series = { name: '', labels: [] as string[], values: [] as string[] };
  let place: 'name' | 'labels' | 'values' | null = null;
  let isValue = false;
  let value = '';
  await parseMarkup(zip.read(path), {
    open(name) {
      if (name === 'ser') series = { name: '', labels: [], values: [] };
      else if (name === 'tx') place = 'name';
      else if (name === 'cat' || name === 'xVal') place = 'labels';
      else if (name === 'val' || name === 'yVal') place = 'values';
      else if (name === 'v') [isValue, value] = [true, ''];
    },
    close(name) {
      if (name === 'v') {
        isValue = false;
        if (place === 'name') series.name = value;
        else if (place) series[place].push(value);
      } else if (name === 'ser') {
        const points = series.values.map((each, index) => [series.labels[index], each].filter(Boolean).join(' '));
        text.write(`Chart, ${series.name || 'series'}: ${points.join(', ')}\n`);
      } else if (['tx', 'cat', 'xVal', 'val', 'yVal'].includes(name)) place = null;
    },
    text(piece) {
      if (isValue) value += piece;
    },
  });
}
