import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test, type Locator, type Page } from '@playwright/test';
import { MB, type TestFile } from '../files.ts';

/** The ways to attach files, and the rows of attachments in the composer. */
export interface Attaching {
  rows: Locator;
  /** The row of one file. */
  row(name: string): Locator;
  progress(name: string): Locator;
  remove(name: string): Locator;
  again(name: string): Locator;
  /** Error messages. */
  alert: Locator;
  /** Attaches with the button and the system's file dialog. */
  choose(...files: TestFile[]): Promise<void>;
  /** Pastes from the system clipboard, which supports only PNG images. */
  paste(png: TestFile): Promise<void>;
  /** Drags files from the disk over the center of this element without dropping them. */
  dragOver(target: Locator, ...files: TestFile[]): Promise<{ drop(): Promise<void> }>;
}

export function attachingOn(page: Page): Attaching {
  const main = page.locator('#root').getByRole('main');
  const rows = main.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  return {
    rows,
    row: (name) => rows.filter({ hasText: name }),
    progress: (name) => main.getByRole('progressbar', { name: `Uploading ${name}` }),
    remove: (name) => main.getByRole('button', { name: `Remove ${name}` }),
    again: (name) => main.getByRole('button', { name: `Retry uploading ${name}` }),
    alert: main.getByRole('alert'),
    async choose(...files) {
      const chooser = page.waitForEvent('filechooser');
      await main.getByRole('button', { name: 'Attach a file' }).click();
      const areLarge = files.some(({ buffer }) => buffer.length > MB);
      await (await chooser).setFiles(areLarge ? await Promise.all(files.map(onDisk)) : files);
    },
    async paste({ mimeType, buffer }) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(
        async ([type, base64]) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([bytes], { type }) })]);
        },
        [mimeType, buffer.toString('base64')] as const,
      );
      await main.getByRole('textbox', { name: 'Message', exact: true }).press('ControlOrMeta+v');
    },
    async dragOver(target, ...files) {
      const paths = await Promise.all(files.map(onDisk));
      const { x, y, width, height } = (await target.boundingBox())!;
      const browser = await page.context().newCDPSession(page);
      const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
        browser.send('Input.dispatchDragEvent', {
          type,
          x: x + width / 2,
          y: y + height / 2,
          data: { items: [], files: paths, dragOperationsMask: 1 },
        });
      await drag('dragEnter');
      await drag('dragOver');
      return {
        async drop() {
          await drag('drop');
        },
      };
    },
  };
}

async function onDisk({ name, buffer }: TestFile): Promise<string> {
  const path = test.info().outputPath('files', name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, buffer);
  return path;
}
