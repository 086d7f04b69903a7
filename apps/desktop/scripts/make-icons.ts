// Draws every picture of the app out of icons/icon.svg: `node apps/desktop/scripts/make-icons.ts`. electron-builder makes
// the .icns and .ico of the packed app from icon.png.
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const FOLDER = new URL('../icons/', import.meta.url);

/** Every picture, as a PNG, by the name of its file in icons/. */
export async function drawIcons(): Promise<Map<string, Buffer>> {
  const icon = await readFile(new URL('icon.svg', FOLDER), 'utf8');
  const mark = /<g id="mark"[^>]*>(.*)<\/g>/s.exec(icon)?.[1] ?? '';
  // A Mac colors these by itself, from their shape.
  const shape = alone(mark.replaceAll(/#[0-9a-f]{6}/g, '#000000'));
  const onAnyBar = alone(mark.replace('#1e1c19', '#8b857a').replace('#17508f', '#5b93d4'));
  return new Map([
    ['icon.png', await draw(icon, 1024)],
    ['trayTemplate.png', await draw(shape, 16)],
    ['trayTemplate@2x.png', await draw(shape, 32)],
    ['tray.png', await draw(onAnyBar, 16)],
    ['tray@2x.png', await draw(onAnyBar, 32)],
  ]);
}

/** The mark alone, to the edges of its square. */
function alone(drawn: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 2 32 28">${drawn}</svg>`;
}

function draw(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg.replace('<svg ', `<svg width="${size}" height="${size}" `)))
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

if (import.meta.main) {
  for (const [name, bytes] of await drawIcons()) await writeFile(new URL(name, FOLDER), bytes);
}
