import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { RENDERER_FILE } from '@parley/api/renderer-file';
import { SHARE_PICTURE } from '@parley/api/site-metadata';
import { build, type Plugin, type Rolldown } from 'vite';
import { bundleScript } from '../bundle-script.ts';
import { clientPlugins } from '../client-build.ts';

const SCRIPT = new URL('../../share/share-page.ts', import.meta.url);
const RENDERER = fileURLToPath(new URL('../../share/render-shared-page.ts', import.meta.url));
const STYLES = fileURLToPath(import.meta.resolve('@parley/ui/shared-page.css'));
const FORMULA_STYLES = createRequire(import.meta.resolve('@parley/ui')).resolve('katex/dist/katex.min.css');
const FONT = /inter-latin-opsz-normal-.*\.woff2$/;

/**
 * Builds what the server needs for shared pages: the module that renders them with the client's components, and with
 * their styles and script in it.
 */
export function sharedPage(): Plugin {
  return {
    name: 'parley:shared-page',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const styles = await buildStyles(STYLES);
      const formulas = await buildStyles(FORMULA_STYLES);
      for (const { fileName, source } of [...styles, ...formulas]) {
        if (!fileName.endsWith('.css') && !(fileName in bundle)) this.emitFile({ type: 'asset', fileName, source });
      }
      const font = styles.find(({ fileName }) => FONT.test(fileName))?.fileName;
      const formulaSheet = sheetOf(formulas);
      const hash = createHash('sha256').update(formulaSheet).digest('base64url').slice(0, 8);
      const formulaStyles = `assets/share-formulas-${hash}.css`;
      this.emitFile({ type: 'asset', fileName: formulaStyles, source: formulaSheet });
      const source = await buildRenderer({
        styles: sheetOf(styles),
        script: (await bundleScript(SCRIPT)).trim(),
        formulaStyles: `/${formulaStyles}`,
        font: `/${font}`,
        picture: `/${SHARE_PICTURE.file}`,
      });
      this.emitFile({ type: 'asset', fileName: RENDERER_FILE, source });
    },
  };
}

function sheetOf(assets: Rolldown.OutputAsset[]): string {
  return String(assets.find(({ fileName }) => fileName.endsWith('.css'))?.source);
}

/** Builds a style sheet with the fonts in it. */
async function buildStyles(input: string): Promise<Rolldown.OutputAsset[]> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: clientPlugins(),
    build: { write: false, target: 'es2023', assetsInlineLimit: 0, rolldownOptions: { input } },
  })) as Rolldown.RolldownOutput;
  return output.filter((file) => file.type === 'asset');
}

/** Builds the renderer into one module for Node. */
async function buildRenderer(files: object): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [...clientPlugins(), withoutDiagrams()],
    define: { __PAGE_FILES__: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: RENDERER,
      target: 'node26',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

/** Leaves out what draws diagrams: a shared page shows their source. */
function withoutDiagrams(): Plugin {
  return {
    name: 'parley:without-diagrams',
    enforce: 'pre',
    resolveId: (id) => (id === 'mermaid' ? '\0mermaid' : null),
    load: (id) => (id === '\0mermaid' ? 'export default null;' : null),
  };
}
