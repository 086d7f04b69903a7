import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBrand } from './read-brand.ts';
import { brandFolder, png, SVG } from './testing/brand-folder.ts';

let own: ReturnType<typeof brandFolder>;
beforeAll(() => (own = brandFolder()));
afterAll(() => own.remove());

function read(brand: object | string) {
  if (typeof brand === 'string') own.write('brand.json', brand);
  else own.writeBrand(brand);
  const problems: string[] = [];
  return { brand: readBrand(own.folder, '/', problems), problems };
}

test('reads a folder and its pictures, and needs none', () => {
  own.write('icon.png', png(192));
  const { brand, problems } = read({ name: 'Harbor', logo: 'logo.svg', icons: { small: 'icon.png' } });
  expect(problems).toEqual([]);
  expect(brand?.file.name).toBe('Harbor');
  expect(brand?.pictures.get('logo.svg')).toMatchObject({ type: 'image/svg+xml', width: 96, height: 32 });
  expect(brand?.pictures.get('icon.png')).toMatchObject({ type: 'image/png', width: 192, height: 192 });
  expect(readBrand(undefined, '/', problems)).toBeNull();
  expect(readBrand(join(own.folder, 'brand.json'), '/', problems)?.fingerprint).toBe(brand?.fingerprint);
});

test.each([`"Tom's" <Chat>`, '</script><script>alert(1)</script>', '港'])('a product may be named %s', (name) => {
  expect(read({ name: name.slice(0, 40) }).problems).toEqual([]);
});

const RTL = '\u202egnp';
test.each<[string, object, number, string]>([
  ['an unknown field', { nmae: 'Harbor' }, 2, 'nmae is unknown; remove it or correct its name'],
  ['a name of 1,000 characters', { name: 'n'.repeat(1000) }, 2, 'name must have at most 40 characters'],
  ['a name with marks of direction', { name: `Harbor${RTL}` }, 2, 'name must be one line without control characters'],
  ['a name that no one can see', { name: '\u200b\u2060' }, 2, 'name must not be empty'],
  ['a name of two lines', { name: 'Har\nbor' }, 2, 'name must be one line'],
  ['a name that is a number', { name: 7 }, 2, 'name must be a text'],
  ['a logo without a name', { logo: 'logo.svg' }, 1, 'name is missing; a logo needs the name'],
  ['a logo in another folder', { name: 'H', logo: '../logo.svg' }, 3, 'logo must be the name of an SVG or PNG file'],
  ['a logo that is not there', { name: 'H', logo: 'none.svg' }, 3, 'logo (none.svg) can’t be read (ENOENT); put it th'],
  [
    'an icon of another size',
    { icons: { small: 'big.png' } },
    3,
    'small of icons (big.png) has 200 × 200 pixels; make',
  ],
  ['a color by name', { colors: { light: { accent: 'red' } } }, 4, 'accent of light of colors must be a color of six'],
  ['half a color', { colors: { dark: { accent: '#12' } } }, 4, 'accent of dark of colors must be a color of six hexa'],
  ['a variable', { colors: { dark: { ink: 'var(--x)' } } }, 4, 'ink of dark of colors must be a color of six hexadec'],
  ['a pale color', { colors: { light: { accent: '#ffee00' } } }, 4, 'accent of light of colors lacks contrast: accent'],
  ['a prompt without a mode', { prompts: [{ text: 'Hi' }] }, 3, 'mode of entry 1 of prompts must be one of normal'],
  ['a banner of a megabyte', { banner: { text: 'b'.repeat(200_000) } }, 3, 'text of banner must have at most 300'],
  [
    'a banner that ends before it begins',
    { banner: { text: 'Down', from: '2026-12-02T00:00:00Z', until: '2026-12-01T00:00:00Z' } },
    5,
    'until of banner must be later than from',
  ],
  ['a banner of no time', { banner: { text: 'Down', from: 'tomorrow' } }, 4, 'from of banner must be a time such as'],
  [
    'a mail with an unknown placeholder',
    { mails: { accountDeleted: { subject: 'Bye {{name}}' } } },
    4,
    'subject of accountDeleted of mails has the unknown placeholder {{name}}; use {{product}}, {{site}}',
  ],
  [
    'half a placeholder',
    { mails: { accountDeleted: { body: ['{{product'] } } },
    5,
    'entry 1 of body of accountDeleted',
  ],
  [
    'a mail without its button',
    { mails: { verifyAddress: { body: ['Hi'] } } },
    4,
    'body of verifyAddress of mails must',
  ],
  [
    'colors that are a text',
    { colors: { light: 'green' } },
    3,
    'light of colors must be an object with colors by name',
  ],
  ['a prompt that is a text', { prompts: ['Hi'] }, 3, 'entry 1 of prompts must be an object with mode and text'],
  ['a banner that is a text', { banner: 'Down' }, 2, 'banner must be an object with text, and from and until if'],
  ['icons that are a text', { icons: 'icon.png' }, 2, 'icons must be an object with apple, small, large or maskable'],
  ['a landing page that is a text', { landing: 'Hi' }, 2, 'landing must be an object with title, lead, features, clo'],
  ['a landing page without features', { landing: { features: [] } }, 3, 'features of landing must have an entry'],
  ['a feature that is a text', { landing: { features: ['Fast'] } }, 4, 'entry 1 of features of landing must be an obj'],
  ['a picture that is a text', { landing: { picture: 'a.png' } }, 3, 'picture of landing must be an object with file'],
  ['mails that are a list', { mails: [] }, 2, 'mails must be an object with mails by name'],
  [
    'a mail that is a text',
    { mails: { accountDeleted: 'Bye' } },
    3,
    'accountDeleted of mails must be an object with s',
  ],
  [
    'an unknown mail',
    { mails: { welcome: { subject: 'Hi' } } },
    3,
    'welcome of mails is unknown; remove it or correct',
  ],
])('names the line and the mend of %s', (_, content, line, mend) => {
  own.write('big.png', png(200));
  const { brand, problems } = read(content);
  expect(brand).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`BRAND: in line ${line} of ${join(own.folder, 'brand.json')}, ${mend}`);
});

test('names every wrong field at once', () => {
  const { problems } = read({ name: '', welcome: 7, colors: { light: { accent: 'red' } }, logo: 'x.gif' });
  expect(problems).toHaveLength(4);
});

test('refuses a file that is missing, is not JSON, or has a megabyte', () => {
  expect(read('{,}').problems[0]).toMatch(/brand\.json is not JSON/);
  expect(read(JSON.stringify({ banner: { text: 'b'.repeat(1e6) } })).problems).toEqual([
    `BRAND: ${join(own.folder, 'brand.json')} has 977 KB; make it at most 256 KB`,
  ]);
  const problems: string[] = [];
  expect(readBrand('/nowhere', '/', problems)).toBeNull();
  expect(problems[0]).toContain('BRAND: can’t read /nowhere/brand.json (ENOENT)');
});

/** Six groups, each of which has the one before ten times. */
const REPEATED = Array.from(
  { length: 6 },
  (_, at) => `<g id="g${at}">${at === 0 ? '<path d=""/>' : `<use href="#g${at - 1}"/>`.repeat(10)}</g>`,
).join('');
const inSvg = (content: string, attributes = '') => SVG.replace('<path', `${content}<path ${attributes}`);
test.each<[string, string | Buffer, string]>([
  ['a script', inSvg('<script>alert(1)</script>'), 'has the element <script>, which isn’t allowed; export it as'],
  ['a script with a prefix', inSvg('<svg:script/>'), 'has the element <svg:script>'],
  ['an event handler', inSvg('', 'onload="alert(1)"'), 'has the event handler onload; remove it'],
  ['an event handler after a slash', inSvg('<g/onclick="a()"/>'), 'has the event handler onclick'],
  [
    'a reference to elsewhere',
    inSvg('<use href="https://evil.example/a.svg#b"/>'),
    'refers to something outside of it (h',
  ],
  ['a link', inSvg('<a href="javascript:alert(1)"><path d=""/></a>'), 'has the element <a>'],
  ['a picture of elsewhere', inSvg('<image href="https://evil.example/a.png"/>'), 'has the element <image>'],
  [
    'a fill from elsewhere',
    inSvg('', 'fill="url(https://evil.example/a)"'),
    'refers to something outside of it (fill)',
  ],
  ['a hidden address', inSvg('', 'style="fill:ur\\6c(//evil.example)"'), 'refers to something outside of it (style)'],
  ['a referenced character', inSvg('', 'fill="&#117;rl(//evil.example)"'), 'has a character reference in fill'],
  ['styles that import', inSvg('<style>@import "//evil.example"</style>'), 'has styles that may load something'],
  [
    'an XML entity',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`,
    'has a document type or another decl',
  ],
  ['a style sheet of XML', `<?xml-stylesheet href="//evil.example"?>${SVG}`, 'has an instruction (<?…?>)'],
  ['HTML', '<html><body>', 'isn’t an SVG picture; it must start with <svg'],
  ['half a tag', `${SVG}<script`, 'isn’t well-formed'],
  ['a handler without quotes', inSvg('', 'onload=alert(1)'), 'isn’t well-formed'],
  ['a tag that nothing closes', inSvg('<g>'), 'isn’t well-formed'],
  ['a second root', `${SVG}${SVG}`, 'isn’t well-formed'],
  ['an unknown entity', inSvg('<title>&secret;</title>'), 'isn’t well-formed'],
  ['a bare ampersand', inSvg('<title>Q&A</title>'), 'isn’t well-formed'],
  ['a million repeated parts', inSvg(REPEATED), 'repeats its parts more than 100,000 times; export'],
  ['a part that contains itself', inSvg('<g id="a"><use href="#a"/></g>'), 'repeats its parts more than'],
  ['patterns of patterns', inSvg(REPEATED.replaceAll(/<use href="(#\w+)"\/>/g, '<path fill="url($1)"/>')), 'repeats'],
  ['5,000 levels', inSvg('<g>'.repeat(5000) + '</g>'.repeat(5000)), 'has more than 100 levels'],
  ['UTF-16', Buffer.from(SVG, 'utf16le'), 'isn’t '],
  ['no size', SVG.replace(/viewBox="[^"]*"/, ''), 'needs a viewBox such as "0 0 32 32"'],
  ['20 MB', Buffer.alloc(20 * 1024 * 1024, 32), 'has 20480 KB; make it at most 256 KB'],
])('refuses an SVG picture with %s', (_, content, reason) => {
  own.write('bad.svg', content);
  const { brand, problems } = read({ name: 'Harbor', logo: 'bad.svg' });
  expect(brand).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`, logo (bad.svg) ${reason}`);
});

test('takes an SVG picture with gradients, repeated parts and styles', () => {
  own.write(
    'fine.svg',
    `<?xml version="1.0"?>\n<!-- drawn -->\n${inSvg('<style>.a { fill: #123456 } @media (prefers-color-scheme: dark) { .a { fill: #fff } }</style><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><path id="p" d=""/><clipPath id="c"><use xlink:href="#p"/></clipPath></defs><g clip-path="url(#c)"><use href="#p" x = "1" /><title>Q&amp;A &#8226;</title></g>', 'fill="url(#g)" class="a"')}`,
  );
  expect(read({ name: 'Harbor', logo: 'fine.svg' }).problems).toEqual([]);
});

test.each([
  ['text', Buffer.from('hello '.repeat(20)), 'isn’t a PNG picture'],
  ['a JPEG', Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(60)]), 'isn’t a PNG picture'],
  ['too many pixels', png(4097, 1), 'has 4097 × 1 pixels; make each side at most 4096'],
])('refuses a PNG picture that is %s', (_, bytes, reason) => {
  own.write('bad.png', bytes);
  expect(read({ name: 'Harbor', logo: 'bad.png' }).problems[0]).toContain(`logo (bad.png) ${reason}`);
});
