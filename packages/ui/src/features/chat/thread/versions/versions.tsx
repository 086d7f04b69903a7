import { t } from '@parley/core';
import type { Message } from '@parley/core';
import { use, type MouseEvent } from 'react';
import { NextIcon, PreviousIcon } from '../../../../kit/icons/icons.ts';
import { IconButton } from '../../../../kit/controls/icon-button.tsx';
import { useChat } from '../../../../stores/client.ts';
import { ScrollerContext } from '../../scroll/scroller-context.ts';
import { ThreadElementsContext, useThreadElement } from '../list/thread-elements.ts';
import { stepInPlace } from './step-in-place.ts';

interface VersionsProps {
  conversationId: string;
  message: Message;
}

/** Switch between the versions of a message. Loaded lazily. */
export function Versions({ conversationId, message }: VersionsProps) {
  const stepVersion = useChat((chat) => chat.stepVersion);
  const scroller = use(ScrollerContext);
  const { versions } = use(ThreadElementsContext);
  const { id, isUser, versionIds = [] } = message;
  const [first = id] = versionIds;
  const index = versionIds.indexOf(id);
  const register = useThreadElement('versions', first);
  if (index === -1) return null;
  const step =
    (by: number) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) =>
      void stepInPlace(
        currentTarget,
        () => versions.get(first),
        isUser,
        scroller,
        () => stepVersion(conversationId, id, by),
      );
  return (
    <div
      role="group"
      aria-label={t`Versions`}
      ref={register}
      data-versions
      className="flex items-center text-sm text-muted tabular-nums"
    >
      <IconButton
        label={t`Previous version`}
        icon={PreviousIcon}
        iconSize="sm"
        className="mirrored"
        disabled={index === 0}
        onClick={step(-1)}
      />
      <span className="min-w-8 text-center">
        {index + 1} / {versionIds.length}
      </span>
      <IconButton
        label={t`Next version`}
        icon={NextIcon}
        iconSize="sm"
        className="mirrored"
        disabled={index === versionIds.length - 1}
        onClick={step(1)}
      />
    </div>
  );
}
