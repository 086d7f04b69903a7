import { messageId, splitMessage } from '@parley/core';
import { createElement, Fragment, type ReactNode } from 'react';

/**
 * A text with elements in it: rich`Read our ${<a href="/terms">{t`terms`}</a>}.` The build replaces it with its
 * language's texts, so this runs in tests and in development only.
 */
export function rich(texts: TemplateStringsArray, ...values: ReactNode[]): ReactNode {
  const parts = splitMessage(messageId(texts));
  return createElement(Fragment, null, ...parts.map((part) => (typeof part === 'number' ? values[part] : part)));
}
