import { Router, type RequestHandler, type Response } from 'express';
import type { BrandFile } from './brand-file.ts';
import type { PreviewPicture } from '@parley/core';
import type { Brand } from './brand.ts';
import type { Picture } from './picture.ts';
import type { FileBrand } from './read-brand.ts';

/** The pictures by the last part of their address. */
const ROLES: Record<string, (file: BrandFile) => string | undefined> = {
  logo: ({ logo }) => logo,
  'logo-dark': ({ logoDark }) => logoDark,
  mark: ({ mark, favicon }) => mark ?? favicon,
  'mark-dark': ({ markDark }) => markDark,
  landing: ({ landing }) => landing?.picture?.file,
  'landing-dark': ({ landing }) => landing?.picture?.dark,
  share: ({ sharePicture }) => sharePicture,
};

/** Addresses of the built client's own icons, which a brand with a picture of its own replaces. */
const ICONS: Record<string, (file: BrandFile) => string | undefined> = {
  '/apple-touch-icon.png': ({ icons }) => icons?.apple,
  '/icon-192.png': ({ icons }) => icons?.small,
  '/icon-512.png': ({ icons }) => icons?.large,
  '/icon-maskable-512.png': ({ icons }) => icons?.maskable,
};

/** The picture of the browser's tab; undefined if the product's own stays. */
export function faviconOf({ favicon, mark }: BrandFile): string | undefined {
  return favicon ?? mark;
}

/** The operator's picture for previews of links; undefined without one. */
export function sharePictureOf(file: FileBrand | null): PreviewPicture | undefined {
  const picture = file?.pictures.get(file.file.sharePicture ?? '');
  return picture && { path: `/brand/share?v=${picture.tag}`, width: picture.width, height: picture.height };
}

/** The pictures of the brand, and its icons at the addresses of the client's. Mounted before the client's files. */
export function pictureRoutes(brand: Pick<Brand, 'look'>): Router {
  const router = Router();
  const find = (name: (file: BrandFile) => string | undefined): Picture | undefined => {
    const { file } = brand.look;
    return file?.pictures.get(name(file.file) ?? '');
  };
  router.get('/brand/:role', (req, res, next) => {
    const role = Object.hasOwn(ROLES, req.params.role) ? ROLES[req.params.role] : undefined;
    const picture = role && find(role);
    if (!picture) return next();
    // Another process may still have the previous picture.
    const isNewest = req.query['v'] === picture.tag;
    send(res, picture, isNewest ? 'public, max-age=31536000, immutable' : 'no-cache');
  });
  const favicon =
    (toSvg: boolean): RequestHandler =>
    (_req, res, next) => {
      const picture = find(faviconOf);
      if (!picture) return next();
      send(res, toSvg ? asSvg(picture) : picture, 'no-cache');
    };
  router.get('/favicon.svg', favicon(true));
  router.get('/favicon.ico', favicon(false));
  for (const [path, name] of Object.entries(ICONS)) {
    router.get(path, (_req, res, next) => {
      if (!find(faviconOf)) return next();
      const picture = find(name);
      if (picture) send(res, picture, 'no-cache');
      else res.status(404).type('text').send('Not found');
    });
  }
  return router;
}

function send(res: Response, { type, bytes, tag }: Picture, caching: string): void {
  res.set({
    'Cache-Control': caching,
    // A picture that is opened by itself runs and loads nothing.
    'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    // For pages of the desktop app and of other hosts.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: `"${tag}"`,
  });
  res.type(type).send(bytes);
}

/** The same picture as SVG, for the address that ends in `.svg`. */
function asSvg(picture: Picture): Picture {
  if (picture.type === 'image/svg+xml') return picture;
  const { width, height, bytes } = picture;
  const href = `data:image/png;base64,${bytes.toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image href="${href}" width="${width}" height="${height}"/></svg>`;
  return { ...picture, type: 'image/svg+xml', bytes: Buffer.from(svg) };
}

/** The icons of the installed app; null if the product's own stay. */
export function manifestIcons({ look: { file } }: Pick<Brand, 'look'>): object[] | null {
  const favicon = file?.pictures.get(faviconOf(file.file) ?? '');
  if (!file || !favicon) return null;
  const { small, large, maskable } = file.file.icons ?? {};
  return [
    ...(small === undefined ? [] : [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]),
    ...(large === undefined ? [] : [{ src: '/icon-512.png', sizes: '512x512', type: 'image/png' }]),
    ...(maskable === undefined
      ? []
      : [{ src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' }]),
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ];
}
