import { t } from '@parley/core';
import type { Memory } from '@parley/core';
import { useState } from 'react';
import { DoneIcon } from '../../../../kit/icons/icons.ts';
import { Icon } from '../../../../kit/icons/icon.tsx';
import { useChatStore, useClient } from '../../../../stores/client.ts';
import { ignoreNotFound } from '../../../../stores/ignore-not-found.ts';
import { problemText } from '../../../../stores/problem-text.ts';

/** What the assistant remembered in a reply, each with a button that forgets it. */
export function ReplyMemories({ memories }: { memories: Memory[] }) {
  return (
    <ul aria-label={t`Remembered`} className="mt-3 grid max-w-(--measure) gap-1 text-sm text-muted">
      {memories.map((memory) => (
        <ReplyMemory key={memory.id} memory={memory} />
      ))}
    </ul>
  );
}

function ReplyMemory({ memory: { id, text, messageId } }: { memory: Memory }) {
  const { api } = useClient();
  const chat = useChatStore();
  const [problem, setProblem] = useState<string | null>(null);
  const undo = async (pressed: HTMLElement) => {
    const next = controlAfter(pressed);
    setProblem(null);
    try {
      await (await api.memories()).delete(id).catch(ignoreNotFound);
      const { memories } = chat.getState();
      const rest = (memories[messageId ?? ''] ?? []).filter((memory) => memory.id !== id);
      chat.setState({ memories: { ...memories, [messageId ?? '']: rest } });
      requestAnimationFrame(() => document.activeElement === document.body && next?.focus());
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <li className="flex min-h-7 flex-wrap items-center gap-x-2">
      <Icon icon={DoneIcon} size="sm" />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {t`Remembered: ${text}`}
      </span>
      <button
        type="button"
        aria-label={t`Undo: ${text}`}
        onClick={({ currentTarget }) => void undo(currentTarget)}
        className="-my-2 rounded-xs px-1 py-2 font-medium text-accent-text hover:underline hover:underline-offset-3"
      >{t`Undo`}</button>
      {problem !== null && (
        <span role="alert" className="text-danger">
          {problem}
        </span>
      )}
    </li>
  );
}

/** The control that follows in the reply or its edit, for the focus when this one is gone. */
function controlAfter(control: HTMLElement): HTMLElement | undefined {
  const controls = [...(control.closest('[data-reply], form')?.querySelectorAll('button') ?? [])];
  return controls[controls.findIndex((each) => each === control) + 1];
}
