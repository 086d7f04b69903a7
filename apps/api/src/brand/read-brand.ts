import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { checkColors, type BrandChanges } from '@parley/core';
import { readJsonSetting, type FileProblem } from '../settings/read-json-setting.ts';
import { BrandFile } from './brand-file.ts';
import { readPicture, type Picture } from './picture.ts';

/** What the operator's folder says, checked. */
export interface FileBrand {
  folder: string;
  file: BrandFile;
  /** By the name of their file. */
  pictures: ReadonlyMap<string, Picture>;
  /** Changes with any of it. */
  fingerprint: string;
}

const EXAMPLE = '{ "name": "Harbor", "logo": "logo.svg" }';
const MOST_BYTES = 256 * 1024;
const ICON_SIZES = { apple: 180, small: 192, large: 512, maskable: 512 };

/** The file that `BRAND` names: itself, or `brand.json` in it. */
function brandPath(BRAND: string, root: string): string {
  const path = resolve(root, BRAND);
  return path.endsWith('.json') || (existsSync(path) && statSync(path).isFile()) ? path : join(path, 'brand.json');
}

/** Reads the operator's brand; null without one, or with problems, which it adds with their fixes. */
export function readBrand(BRAND: string | undefined, root: string, problems: string[]): FileBrand | null {
  if (BRAND === undefined) return null;
  const path = brandPath(BRAND, root);
  const size = existsSync(path) ? statSync(path).size : 0;
  if (size > MOST_BYTES) {
    problems.push(`BRAND: ${path} has ${Math.ceil(size / 1024)} KB; make it at most ${MOST_BYTES / 1024} KB`);
    return null;
  }
  const folder = dirname(path);
  const pictures = new Map<string, Picture>();
  const place = { setting: 'BRAND', path, root, example: EXAMPLE, nameOf };
  const file = readJsonSetting(place, BrandFile, problems, (content) => [
    ...colorProblems(content),
    ...picturesOf(content).flatMap((named) => readInto(pictures, folder, named)),
  ]);
  if (!file) return null;
  const tags = [...pictures].map(([name, { tag }]) => [name, tag]);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([file, tags]))
    .digest('base64url')
    .slice(0, 12);
  return { folder, file, pictures, fingerprint };
}

/** Adds a picture to those that are read, or returns what is wrong with it. */
function readInto(pictures: Map<string, Picture>, folder: string, { path, name, size }: NamedPicture): FileProblem[] {
  const picture = pictures.get(name) ?? readPicture(join(folder, name));
  if (typeof picture === 'string') return [{ path, message: `(${name}) ${picture}` }];
  if (size !== null && (picture.width !== size || picture.height !== size)) {
    return [{ path, message: `(${name}) has ${picture.width} × ${picture.height} pixels; make it ${size} × ${size}` }];
  }
  pictures.set(name, picture);
  return [];
}

/** Everything that is wrong with the colors, with the place of each. */
export function colorProblems({ colors = {} }: { colors?: BrandChanges['colors'] | undefined }): FileProblem[] {
  return (['light', 'dark'] as const).flatMap((theme) =>
    checkColors(colors[theme] ?? {}, theme).map(({ name, message }) => ({
      path: ['colors', theme, name],
      message: `lacks contrast: ${message}`,
    })),
  );
}

/** The brand file and its pictures, as they are on disk: differs when any has changed. */
export function stampOf(BRAND: string, root: string, brand: FileBrand | null): string {
  const path = brandPath(BRAND, root);
  const names = [basename(path), ...(brand?.pictures.keys() ?? [])];
  return names
    .map((name) => {
      const found = statSync(join(dirname(path), name), { throwIfNoEntry: false });
      return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'none';
    })
    .join('\n');
}

interface NamedPicture {
  path: string[];
  name: string;
  /** The required width and height in pixels; null for any. */
  size: number | null;
}

function picturesOf({
  logo,
  logoDark,
  mark,
  markDark,
  favicon,
  icons = {},
  sharePicture,
  landing,
}: BrandFile): NamedPicture[] {
  const named: [string[], string | undefined, number | null][] = [
    ...Object.entries({ logo, logoDark, mark, markDark, favicon, sharePicture }).map(
      ([field, name]): [string[], string | undefined, null] => [[field], name, null],
    ),
    [['landing', 'picture', 'file'], landing?.picture?.file, null],
    [['landing', 'picture', 'dark'], landing?.picture?.dark, null],
    ...Object.entries(icons).map(([field, name]): [string[], string | undefined, number] => [
      ['icons', field],
      name,
      ICON_SIZES[field as keyof typeof ICON_SIZES],
    ]),
  ];
  return named.flatMap(([path, name, size]) => (name === undefined ? [] : [{ path, name, size }]));
}

/** Names a place in the file, such as `accent of light of colors`. */
function nameOf(path: PropertyKey[]): string {
  if (path.length === 0) return 'the content';
  return path
    .map((part) => (typeof part === 'number' ? `entry ${part + 1}` : String(part)))
    .toReversed()
    .join(' of ');
}
