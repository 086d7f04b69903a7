import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { contextId, englishOf, LANGUAGES } from '@parley/core';
import PO from 'pofile';
import { pluralCategories } from './catalog.ts';
import { collectMessages, type CollectedMessage } from './collect-messages.ts';
import { catalogFile } from './read-catalog.ts';

/** How gettext picks a plural's form, for languages that differ from German. */
const PLURALS: Record<string, string> = {
  fr: 'plural=(n > 1);',
  'pt-BR': 'plural=(n > 1);',
  ja: 'plural=0;',
  ar: 'plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
};
/** Characters of a value's code that translators see. */
const MOST_CODE = 60;

/**
 * Writes the code's messages into the files of all languages. Keeps translations, and deletes messages that the code no
 * longer has.
 */
function updateCatalogs(): void {
  const messages = collectMessages();
  for (const { id } of LANGUAGES.filter((language) => language.id !== 'en')) {
    const file = catalogFile(id);
    const known = existsSync(file) ? PO.parse(readFileSync(file, 'utf8')) : new PO();
    const translated = new Map(known.items.map((item) => [contextId(item.msgctxt, item.msgid), item]));
    const forms = pluralCategories(id).length;
    known.headers = {
      Language: id,
      'MIME-Version': '1.0',
      'Content-Type': 'text/plain; charset=UTF-8',
      'Content-Transfer-Encoding': '8bit',
      'Plural-Forms': `nplurals=${forms}; ${PLURALS[id] ?? 'plural=(n != 1);'}`,
    };
    known.items = messages.map((message) => writeItem(message, translated.get(message.one ?? message.id), forms));
    writeFileSync(file, `${known.toString().trimEnd()}\n`);
    const missing = known.items.filter(({ msgstr }) => !msgstr.every(Boolean)).length;
    console.log(`${id}: ${known.items.length} messages, ${missing} to translate`);
  }
}

function writeItem(message: CollectedMessage, known: InstanceType<typeof PO.Item> | undefined, forms: number) {
  // pofile's types omit the number of forms that a plural's item needs.
  const item = new (PO.Item as new (options: { nplurals: number }) => InstanceType<typeof PO.Item>)({
    nplurals: forms,
  });
  item.msgid = message.one ?? englishOf(message.id);
  if (item.msgid !== message.id && message.one === null) item.msgctxt = message.id.slice(0, -item.msgid.length - 1);
  if (message.one !== null) item.msgid_plural = message.id;
  const isSame = known && known.msgid_plural === item.msgid_plural;
  item.msgstr = isSame ? known.msgstr : Array.from({ length: message.one === null ? 1 : forms }, () => '');
  item.comments = known?.comments ?? [];
  item.references = message.files;
  item.extractedComments = message.values
    .filter((code) => code.length <= MOST_CODE && !code.includes('\n'))
    .map((code, index) => `{${index}}: ${code}`);
  return item;
}

updateCatalogs();
