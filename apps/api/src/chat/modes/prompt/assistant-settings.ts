/** The operator's settings for answers. */
export interface AssistantSettings {
  /** Replaces the default system prompt; null for the default. May contain the placeholders below. */
  systemPrompt: string | null;
  /** Output limit of a reply in tokens. */
  replyTokens: number;
  /** Output limit in Thinking, which includes the reasoning. */
  thinkingReplyTokens: number;
  /** Whether the model may use tools by itself in Normal. */
  autoTools: boolean;
}

export const DEFAULT_ASSISTANT: AssistantSettings = {
  systemPrompt: null,
  replyTokens: 4_000,
  thinkingReplyTokens: 16_000,
  autoTools: true,
};
