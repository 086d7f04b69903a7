// Draws every picture of the app out of icons/icon.svg: `node apps/desktop/scripts/make-icons.ts`. electron-builder makes
// the .icns and .ico of the packed app from icon.png.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const file = (name: string) => fileURLToPath(new URL(`../icons/${name}`, import.meta.url));
const icon = await readFile(file('icon.svg'), 'utf8');
const mark = /<g id="mark"[^>]*>(.*)<\/g>/s.exec(icon)?.[1] ?? '';

/** The mark alone, to the edges of its square. */
const alone = (drawn: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 2 32 28">${drawn}</svg>`;
/** A Mac colours these by itself, from their shape. */
const shape = alone(mark.replaceAll(/#[0-9a-f]{6}/g, '#000000'));
/** Stands on light and on dark bars. */
const onAnyBar = alone(mark.replace('#1e1c19', '#8b857a').replace('#17508f', '#5b93d4'));

async function draw(svg: string, size: number, name: string): Promise<void> {
  await sharp(Buffer.from(svg.replace('<svg ', `<svg width="${size}" height="${size}" `)))
    .png({ palette: true, compressionLevel: 9 })
    .toFile(file(name));
}

await draw(icon, 1024, 'icon.png');
await draw(shape, 16, 'trayTemplate.png');
await draw(shape, 32, 'trayTemplate@2x.png');
await draw(onAnyBar, 16, 'tray.png');
await draw(onAnyBar, 32, 'tray@2x.png');
