import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { AppError, mergeColors, type Brand as BrandTexts, type BrandChanges } from '@parley/core';
import { BrandChanges as ChangesSchema } from '@parley/core/api';
import type { Cluster } from '../cluster/cluster.ts';
import type { BrandStore } from '../storage/storage.ts';
import type { Documents } from './acceptances.ts';
import { brandStyles } from './brand-styles.ts';
import { colorProblems, type FileBrand } from './read-brand.ts';

const TOPIC = 'brand';

/** How the product looks at the moment. Each change makes a new one. */
export interface Look {
  /** Undefined while nothing is set up. */
  texts: BrandTexts | undefined;
  /** CSS for pages of this server; empty without colors and logo. */
  styles: string;
  /** Changes with the look; undefined while nothing is set up. */
  revision: string | undefined;
  file: FileBrand | null;
  colors: BrandChanges['colors'];
}

interface BrandDependencies {
  /** The operator's folder; null without one. */
  file: FileBrand | null;
  /** The versions that people accept. */
  documents: Documents;
  store: BrandStore;
  cluster: Pick<Cluster, 'publish' | 'subscribe' | 'onMissed'>;
  apiUrl: () => string;
  /** Called after each change of the look. */
  onChange: () => void;
  logger: Logger;
  now: () => number;
}

type Notice = { changed: true } | { fingerprint: string };

/** The operator's own product: their folder, and what they changed at /admin, which wins. */
export class Brand {
  readonly #dependencies: BrandDependencies;
  #file: FileBrand | null;
  #changes: BrandChanges = {};
  #revision = 0;
  #look: Look;

  constructor(dependencies: BrandDependencies) {
    this.#dependencies = dependencies;
    this.#file = dependencies.file;
    this.#look = this.#draw();
    dependencies.cluster.subscribe(TOPIC, (message) => this.#onNotice(JSON.parse(message) as Notice));
    dependencies.cluster.onMissed(() => void this.load());
  }

  get look(): Look {
    return this.#look;
  }

  /** The texts for pages of another origin, with absolute addresses and the CSS; undefined while nothing is set up. */
  get textsElsewhere(): BrandTexts | undefined {
    const { texts, colors } = this.#look;
    if (!texts) return undefined;
    const origin = this.#dependencies.apiUrl();
    const styles = brandStyles(this.#file, colors, origin);
    const picture = texts.landing?.picture;
    return {
      ...texts,
      ...(picture && {
        landing: {
          ...texts.landing,
          picture: {
            ...picture,
            src: origin + picture.src,
            ...(picture.dark !== undefined && { dark: origin + picture.dark }),
          },
        },
      }),
      ...(styles !== '' && { styles }),
    };
  }

  /** Reads what was changed at /admin. A store that does not answer leaves the look as it is. */
  async load(): Promise<void> {
    const { store, logger } = this.#dependencies;
    try {
      const stored = await store.find();
      const { data, error } = ChangesSchema.safeParse(JSON.parse(stored?.value ?? '{}'));
      if (error) logger.warn({ err: error }, 'the stored changes of the brand are of another version, and left out');
      this.#changes = data ?? {};
      this.#revision = stored?.revision ?? 0;
    } catch (error) {
      logger.warn({ err: error }, 'the changes of the brand could not be read');
      return;
    }
    this.#redraw();
  }

  /** Announces this process’s folder to the others, so that different ones are noticed. */
  announce(): void {
    if (this.#file) this.#publish({ fingerprint: this.#file.fingerprint });
  }

  /** Replaces the folder's content. */
  use(file: FileBrand): void {
    this.#file = file;
    this.#redraw();
    this.announce();
  }

  /** For /admin. */
  read() {
    const { welcome, prompts, colors, banner } = this.#file?.file ?? {};
    const file: BrandChanges = {
      ...(welcome !== undefined && { welcome }),
      ...(prompts && { prompts }),
      ...(colors && { colors }),
      ...(banner && { banner }),
    };
    return { changes: this.#changes, file, revision: this.#revision };
  }

  /**
   * Replaces the changes. Throws `invalid-request` for colors without contrast, and `conflict` if someone else changed
   * them since `revision`.
   */
  async change(changes: BrandChanges, revision: number): Promise<void> {
    const [problem] = colorProblems({ colors: this.#colorsWith(changes) });
    if (problem) {
      const [, theme, name] = problem.path;
      throw new AppError('invalid-request', { message: `The ${String(theme)} ${String(name)} ${problem.message}.` });
    }
    const { store, now } = this.#dependencies;
    const record = { id: 'brand', value: JSON.stringify(changes), revision: revision + 1, changedAt: now() } as const;
    if (!(await store.save(record))) {
      await this.load();
      throw new AppError('conflict');
    }
    await this.load();
    this.#publish({ changed: true });
  }

  #publish(notice: Notice): void {
    this.#dependencies.cluster.publish(TOPIC, JSON.stringify(notice));
  }

  #onNotice(notice: Notice): void {
    if ('changed' in notice) void this.load();
    else if (this.#file && notice.fingerprint !== this.#file.fingerprint) {
      this.#dependencies.logger.warn(
        { own: this.#file.fingerprint, other: notice.fingerprint },
        'another process has another brand; give all of them the same folder of BRAND',
      );
    }
  }

  #redraw(): void {
    const look = this.#draw();
    if (look.revision === this.#look.revision) return;
    this.#look = look;
    this.#dependencies.onChange();
  }

  #draw(): Look {
    const { documents } = this.#dependencies;
    const { file = {} } = this.#file ?? {};
    const { welcome, prompts, banner } = { ...file, ...this.#changes };
    const colors = this.#colors();
    const landing = this.#landing();
    const styles = brandStyles(this.#file, colors, '');
    const texts: BrandTexts = {
      ...(welcome !== undefined && { welcome }),
      ...(prompts && { prompts }),
      ...(landing && { landing }),
      ...(banner && { banner }),
      ...(Object.keys(documents).length > 0 && { documents }),
    };
    const isSet = this.#file !== null || styles !== '' || Object.keys(texts).length > 0;
    const all = JSON.stringify([texts, styles, this.#file?.fingerprint]);
    return {
      texts: isSet ? texts : undefined,
      styles,
      revision: isSet ? createHash('sha256').update(all).digest('base64url').slice(0, 12) : undefined,
      file: this.#file,
      colors,
    };
  }

  /** The file's colors, with those of /admin in their place. */
  #colorsWith({ colors }: BrandChanges): BrandChanges['colors'] {
    return mergeColors(this.#file?.file.colors, colors);
  }

  /** The current colors. Without those of /admin if a later file leaves them too little contrast. */
  #colors(): BrandChanges['colors'] {
    const colors = this.#colorsWith(this.#changes);
    const [problem] = colorProblems({ colors });
    if (!problem) return colors;
    const place = problem.path.join('.');
    this.#dependencies.logger.warn(`the colors of /admin are left out: ${place} ${problem.message}`);
    return this.#file?.file.colors;
  }

  #landing(): BrandTexts['landing'] {
    if (!this.#file?.file.landing) return undefined;
    const { file, pictures } = this.#file;
    const { picture, ...words } = file.landing ?? {};
    const shown = picture && pictures.get(picture.file);
    if (!picture || !shown) return words;
    const dark = picture.dark === undefined ? undefined : pictures.get(picture.dark);
    const { width, height, tag } = shown;
    return {
      ...words,
      picture: {
        src: `/brand/landing?v=${tag}`,
        ...(dark && { dark: `/brand/landing-dark?v=${dark.tag}` }),
        alt: picture.alt,
        width,
        height,
      },
    };
  }
}
