import { fieldsOf, listOf, textOf, timeOf, type JsonFields } from './json-fields.ts';
import { toImported, type ExportEntry, type ShownMessage } from './to-imported.ts';

/** One chat of Open WebUI's JSON export. Older ones have a list of messages in place of a tree. */
export function readOpenWebui(entry: unknown, now: number): ExportEntry {
  const { id, title, chat, pinned, archived, created_at } = fieldsOf(entry);
  const { history, messages: list, title: chatTitle, id: chatId } = fieldsOf(chat);
  const { messages, currentId } = fieldsOf(history);
  const isTree = typeof messages === 'object' && messages !== null;
  if (!isTree && !Array.isArray(list)) return 'broken';
  const values = isTree ? Object.values(messages) : listOf(list);
  let before: string | null = null;
  const nodes = values.map((value) => {
    const message = fieldsOf(value);
    const own = textOf(message.id) ?? '';
    const parentId = isTree ? (textOf(message.parentId) ?? null) : before;
    if (own !== '') before = own;
    return { id: own, parentId, shown: readMessage(message) };
  });
  return toImported({
    source: 'open-webui',
    id: textOf(id) || textOf(chatId),
    title: textOf(title) ?? textOf(chatTitle),
    pinned: pinned === true,
    archived: archived === true,
    startedAt: timeOf(created_at),
    lastMessageId: textOf(currentId) ?? before,
    nodes,
    now,
  });
}

function readMessage({ role, content, timestamp, sources, files }: JsonFields): ShownMessage | null {
  if (role !== 'user' && role !== 'assistant') return null;
  const { answer, reasoning } = splitDetails(textOf(content) ?? '');
  const pages = listOf(sources).flatMap((each) => textOf(fieldsOf(fieldsOf(each).source).url) ?? []);
  const isUser = role === 'user';
  const attached = listOf(files).map(fieldsOf);
  return {
    isUser,
    text: answer,
    time: timeOf(timestamp),
    reasoning: reasoning.join('\n\n'),
    sources: pages,
    files: attached.flatMap((file) => referenceTo(file, isUser)),
    documents: isUser ? attached.flatMap(documentIn) : [],
  };
}

/** The address of a picture, or the name of a file whose text the export lacks. */
function referenceTo(file: JsonFields, isUser: boolean): string[] {
  const { type, url, name } = file;
  const isFile = isUser && type === 'file' && documentIn(file).length === 0;
  const reference = type === 'image' ? textOf(url) : isFile && (textOf(name) || textOf(url));
  return reference ? [reference] : [];
}

/** The text that Open WebUI has read from a file. */
function documentIn({ name, file }: JsonFields): { name: string; text: string }[] {
  const { filename, data } = fieldsOf(file);
  const text = textOf(fieldsOf(data).content) ?? '';
  return text.trim() === '' ? [] : [{ name: textOf(name) || textOf(filename) || 'Document.txt', text }];
}

const DETAILS = '<details type="';
const DETAILS_END = '</details>';
const SUMMARY_END = '</summary>';

/** Takes the reasoning and the tool calls out of an answer, which Open WebUI writes into it. */
function splitDetails(content: string): { answer: string; reasoning: string[] } {
  const reasoning: string[] = [];
  let answer = '';
  let at = 0;
  for (;;) {
    const start = content.indexOf(DETAILS, at);
    const end = start < 0 ? -1 : content.indexOf(DETAILS_END, start);
    if (end < 0) return { answer: (answer + content.slice(at)).trim(), reasoning };
    answer += content.slice(at, start);
    at = end + DETAILS_END.length;
    const block = content.slice(start + DETAILS.length, end);
    if (!block.startsWith('reasoning"')) continue;
    const from = Math.max(block.indexOf('>') + 1, block.indexOf(SUMMARY_END) + SUMMARY_END.length);
    reasoning.push(unescaped(block.slice(from).trim()).replaceAll(/^> ?/gm, '').trim());
  }
}

const CHARACTERS: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };

/** The lines of a quote, which newer versions write as HTML. */
function unescaped(quote: string): string {
  if (!quote.startsWith('&gt;')) return quote;
  return quote.replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => CHARACTERS[name] ?? '');
}
