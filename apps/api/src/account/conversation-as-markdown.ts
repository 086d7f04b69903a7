import { receivedText, type Conversation, type Message } from '@parley/core';

/** Formats the current branch of a conversation as Markdown, with attachments and sources. */
export function conversationAsMarkdown(
  { title }: Pick<Conversation, 'title'>,
  messages: Message[],
  productName: string,
): string {
  const parts = messages.map((message) => {
    const who = `## ${message.isUser ? 'You' : productName}, ${message.timestamp.slice(0, 16).replace('T', ' ')} UTC`;
    const files = (message.attachments ?? []).map(({ name }) => `Attached: ${name}`);
    const picture = message.imageUrl ? [`Image: ${message.imagePrompt ?? ''} (${message.imageUrl})`] : [];
    const sources = (message.sources ?? []).map((url) => `- ${url}`).join('\n');
    const failure = message.error ? [`(${message.error})`] : [];
    return [who, ...files, receivedText(message), ...picture, sources, ...failure].filter(Boolean).join('\n\n');
  });
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`;
}
