import { t } from '@parley/core';
import { FileIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { Question } from '../../../kit/reply/question.tsx';
import type { Scene } from './scenes.ts';

/** The question of a scene, aligned at the end, with its file above it. */
export function SceneQuestion({ scene: { id, question } }: { scene: Scene }) {
  return (
    <div className="ms-auto grid max-w-[88%] justify-items-end gap-2">
      {id === 'read' && (
        <p className="inline-flex min-h-13 items-center gap-3 rounded-lg bg-raised py-1 pe-4 ps-2 inset-shadow-edge">
          <span className="grid size-9 shrink-0 place-items-center rounded-sm bg-sunken text-muted">
            <Icon icon={FileIcon} />
          </span>
          <span className="min-w-0">
            <span className="block text-ui font-medium">{t`lease.txt`}</span>
            <span className="block text-xs text-subtle">{t`Text, 14 KB`}</span>
          </span>
        </p>
      )}
      <Question>{question}</Question>
    </div>
  );
}
