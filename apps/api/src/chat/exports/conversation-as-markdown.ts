import { receivedText, t, type Conversation, type Message } from '@parley/core';

/** Formats the current branch of a conversation as Markdown, with attachments and sources. */
export function conversationAsMarkdown(
  { title }: Pick<Conversation, 'title'>,
  messages: Message[],
  productName: string,
): string {
  const parts = messages.map((message) => {
    const who = `## ${message.isUser ? t`You` : productName}, ${message.timestamp.slice(0, 16).replace('T', ' ')} UTC`;
    const files = (message.attachments ?? []).map(({ name }) => t`Attached: ${name}`);
    const picture = message.imageUrl ? [t`Image: ${message.imagePrompt ?? ''} (${message.imageUrl})`] : [];
    const titles = message.sourceTitles ?? [];
    const sources = (message.sources ?? []).map((url, index) => source(url, titles[index] ?? '')).join('\n');
    const passages = (message.fileSources ?? []).map(({ name }) => t`Source: ${name}`);
    const failure = message.error ? [`(${message.error})`] : [];
    return [who, ...files, receivedText(message), ...picture, sources, ...passages, ...failure]
      .filter(Boolean)
      .join('\n\n');
  });
  return `${[`# ${escaped(title)}`, ...parts].join('\n\n')}\n`;
}

function source(url: string, title: string): string {
  return title === '' ? `- ${url}` : `- ${escaped(title)}: ${url}`;
}

/** Text that is no Markdown: a title must not become a tag, a link or a heading. */
function escaped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>&#~|]/g, '\\$&');
}
