import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCaller } from '../testing/a-caller.ts';
import { testWork } from '../testing/test-work.ts';
import { readUpload } from './read-upload.ts';

const work = testWork();

async function readText(bytes: Uint8Array) {
  const read = await readUpload({ declaredType: 'text/plain', bytes }, work, aCaller());
  return read.kind === 'image' ? expect.fail('It is a picture.') : read.text;
}

/** Writes a text in an encoding of one byte for each character. */
function encode(text: string, encoding: string): Uint8Array {
  const characters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Uint8Array.from(text, (character) => characters.indexOf(character));
}

// The bytes are from Python's codecs.
test.each([
  ['Shift_JIS', 'ie+LY4LMi0yYXgqOn4nxgs2XiI9UgsyMjpdqk/qCxYK3gUIK', '会議の記録\n次回は来週の月曜日です。\n'],
  ['Shift_JIS, a short table', 'lryRTyyUTpfuCpNjkoYsMzAK', '名前,年齢\n田中,30\n'],
  ['Shift_JIS in a program', 'aW50IG1haW4oKSB7IHJldHVybiAwOyB9IC8vII9Jl7kK', 'int main() { return 0; } // 終了\n'],
  ['GBK', 'u+HS6bzHwryjur3xzOzM1sLbwcvQwrXEvMa7rqGjCg==', '会议记录：今天讨论了新的计划。\n'],
  ['GBK, two characters', 'xOO6ww==', '你好'],
  ['GBK, a short table', 'tqm1pbHgusUsv827pyy98LbuCkEwMDEszfXQocP3LDEyMAo=', '订单编号,客户,金额\nA001,王小明,120\n'],
  ['GB18030 with a character of four bytes', '1eK49tfWyseBOe8xo6y63MnZvPuhowo=', '这个字是㐂，很少见。\n'],
  ['Big5', 't3zEs7BPv/2hR6S1pNGn2q3MsFG916RGt3Oquq1wtWWhQwo=', '會議記錄：今天我們討論了新的計畫。\n'],
  ['Big5, two characters', 'p0Gmbg==', '你好'],
  ['Big5 in a program', 'IyC1+bjRCmludCBtYWluKCkgeyByZXR1cm4gMDsgfQo=', '# 註解\nint main() { return 0; }\n'],
  [
    'EUC-KR',
    'yLjAx7fPOiC/wLTDILv1t86/7iCw6Mi5v6EgtOvH2CCz7cDHx9+9wLTPtNkuCg==',
    '회의록: 오늘 새로운 계획에 대해 논의했습니다.\n',
  ],
  ['EUC-KR, one word', 'vsiz58fPvLy/5A==', '안녕하세요'],
  ['EUC-JP', 'svG1xKTOta3Pvwq8obLzpM/N6L21pMekuaGjCg==', '会議の記録\n次回は来週です。\n'],
  ['Windows-1251', 'xO7j7uLu8CC5IDUglyCr0O7s4Pjq4LsK', 'Договор № 5 — «Ромашка»\n'],
  ['Windows-1251, one word', 'z/Do4uXy', 'Привет'],
  ['Windows-1251 in capitals', 'z9DO0s7Kzssg0c7CxdnAzcjf', 'ПРОТОКОЛ СОВЕЩАНИЯ'],
  ['Windows-1251, Ukrainian', 'z/Do4rPyLCD/6iC/vyDx7/Dg4ug/', 'Привіт, як її справи?'],
  [
    'Windows-1256',
    '483W0SDH4cfMyuPH2jog5Mfe1OTHIMfh7ebjIMfhztjJIMfhzM/tz8mhIObT5OHK3u0g7ebjIMfhx8vk7eQuCg==',
    'محضر الاجتماع: ناقشنا اليوم الخطة الجديدة، وسنلتقي يوم الاثنين.\n',
  ],
  ['Windows-1256, a short table', 'SUQ7x+Hm1d07UHJpY2UKMTve5ebJIMrR3+3JOzIwCg==', 'ID;الوصف;Price\n1;قهوة تركية;20\n'],
  ['Windows-1256, one word', '49HNyMc=', 'مرحبا'],
  ['Windows-1252, German', 'ZvxyIFN0cmHfZTsgxHJnZXI=', 'für Straße; Ärger'],
  ['Windows-1252, French', 'bJKcdXZyZSBkkul06SwgqyBv+SDnYSA/ILs=', 'l’œuvre d’été, « où ça ? »'],
  ['Windows-1252, English', 'k2GUIGRvbpJ0IGNhZuksIDIwILBDLCA1IKM=', '“a” don’t café, 20 °C, 5 £'],
  ['Windows-1252, Swedish', 'Qmr2cmsg5XQgc232cmflcw==', 'Björk åt smörgås'],
  ['Windows-1252, Spanish', 'v1F16SBh8W8/', '¿Qué año?'],
  [
    'UTF-16 without a byte order mark, Chinese',
    'Gk+ui7CLVV8a/8pOKVmoi7qLhk6wZYR2oYsSUgIwCgA=',
    '会议记录：今天讨论了新的计划。\n',
  ],
  ['big-endian UTF-16 without a byte order mark, Japanese', 'TxqLcDBuihiTMjBnMFkwAgAK', '会議の記録です。\n'],
  ['UTF-16 without a byte order mark, Korean', 'JMaYsiAAjNZYxwoA', '오늘 회의\n'],
  [
    'UTF-16 without a byte order mark, Russian',
    'HwRABD4EQgQ+BDoEPgQ7BCAAQQQ+BDIENQRJBDAEPQQ4BE8ECgA=',
    'Протокол совещания\n',
  ],
])('reads a text in %s', async (_what, base64, text) => {
  expect(await readText(Buffer.from(base64, 'base64'))).toBe(text);
});

test.each([
  ['windows-1250', 'Polish', 'Imię;Nazwisko\nMałgorzata;Dąbrowska\n'],
  ['windows-1250', 'Polish in capitals', 'ZAŁĄCZNIK DO UMOWY NAJMU LOKALU UŻYTKOWEGO'],
  ['windows-1250', 'Czech', 'Dobrý den, zasílám Vám fakturu za měsíc květen.'],
  ['windows-1250', 'Slovak', 'Meno;Mesto\nĽubomír Kováč;Košice\n'],
  ['windows-1250', 'Hungarian', 'Név;Cím\nKovács Gergő;Győr\nSzűcs Ödön;Szeged\n'],
  ['windows-1250', 'Croatian', 'Ime;Grad\nŽeljko Šarić;Čakovec\nĐurđa Kovačević;Rijeka\n'],
  ['windows-1250', 'Romanian', 'Bună ziua, vă trimitem factura. Mulţumim şi vă aşteptăm.'],
  ['windows-1253', 'Greek', 'Καλημέρα σας, σας στέλνω το τιμολόγιο του Μαΐου.'],
  ['windows-1253', 'Greek, one word', 'Καλημέρα'],
  ['windows-1253', 'Greek, a short table', 'ID;Περιγραφή;Price\n1;Καφές ελληνικός;20\n'],
  ['windows-1254', 'Turkish', 'Ad;Şehir\nAyşe Yılmaz;İstanbul\nOğuz Çağlar;Eskişehir\n'],
  ['windows-1254', 'Turkish in capitals', 'KİRA SÖZLEŞMESİ'],
  ['windows-1252', 'Icelandic', 'Það er ekki gott veður í dag.'],
  ['windows-1252', 'a mixture of languages', 'Jean-François;Müller;Muñoz;Åse;Søren;Zoë'],
  ['windows-1252', 'a long German and French table', 'Zürich;Größe;Löhne\nGenève;Müller;à la carte\n'.repeat(40)],
  ['windows-1252', 'a long Catalan text', 'Això arribarà més tard, però ja és així; raïm i pingüins.\n'.repeat(40)],
  ['windows-1252', 'prices in pounds', Array.from({ length: 20 }, (_, index) => `£${index}\n`).join('')],
  ['windows-1252', 'volumes', 'm³;5 m³;6 m³;7 m³;8 m³;9 m³;10 m³;11 m³;12 m³'],
  ['windows-1252', 'fractions', '½ cup, ¼ tsp, ¾ lb'],
  ['windows-1252', 'Finnish', 'Käyttöönotto tehtiin myöhään'],
  ['windows-1252', 'Portuguese in capitals', 'VÁLIDO ATÉ 31/12, EMISSÃO'],
  ['windows-1251', 'two letters', 'Да'],
])('reads a text in %s: %s', async (encoding, _what, text) => {
  expect(await readText(encode(text, encoding))).toBe(text);
});

test.each([
  ['an MP3', 'windows-1251', 'язык и речь\n'],
  ['a bitmap', 'windows-1252', 'BMI;Größe;Gewicht\n'],
  ['XML', 'windows-1251', '<?xml version="1.0" encoding="windows-1251"?>\n<имя>Иван</имя>\n'],
])('reads a text that begins as %s does', async (_what, encoding, line) => {
  const text = line.repeat(8);
  expect(await readText(encode(text, encoding))).toBe(text);
});

test('believes a file that names its encoding, unless its bytes do not fit', async () => {
  const page = '<!doctype html><meta charset="windows-1253"><p>Καλημέρα</p>';
  expect(await readText(encode(page, 'windows-1253'))).toBe(page);
  const program = '# coding: koi8-r\nprint("Привет")\n';
  expect(await readText(encode(program, 'koi8-r'))).toBe(program);
  const wrong = '# coding: utf-8\nprint("Привет")\n';
  expect(await readText(encode(wrong, 'windows-1251'))).toBe(wrong);
  const unfit = '# coding: euc-jp\nprint("für")\n';
  expect(await readText(encode(unfit, 'windows-1252'))).toBe(unfit);
});

test('reads a long Shift_JIS text after pages of ASCII, in one of whose characters the sample ends', async () => {
  const words = Buffer.from('k4M=', 'base64');
  const bytes = Buffer.concat([Buffer.alloc(50_001, 'a'), ...Array.from({ length: 20_001 }, () => words)]);
  expect(await readText(bytes)).toBe(`${'a'.repeat(50_001)}${'塔'.repeat(20_001)}`);
});

test('keeps the characters of a text with a broken one', async () => {
  const whole = Buffer.from('i2OOlphegsyI6o1zltqBQv+CsYLqgs2On4LMjXOCxYK3gUI=', 'base64');
  expect(await readText(whole)).toBe('議事録の一行目。\ufffdこれは次の行です。');
});

test('refuses random and structured bytes with NULs as it refuses other binaries', async () => {
  const numbers = Buffer.from(Uint32Array.from({ length: 500 }, (_, index) => index * 37).buffer);
  const records = Buffer.from('name\0\0\0\0value\0\0\0'.repeat(100));
  const random = Buffer.concat([Buffer.alloc(2), randomBytes(4000)]);
  for (const bytes of [numbers, records, random])
    await expect(readText(bytes)).rejects.toMatchObject({ code: 'unsupported-type' });
});
