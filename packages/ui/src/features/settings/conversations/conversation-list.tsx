import { useRef, useState, type ComponentProps } from 'react';
import { RESTORABLE_DAYS, t, plural } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { useFocusOnMore } from '../../../kit/hooks/use-focus-on-more.ts';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { ConfirmDialog } from '../../../kit/overlays/confirm-dialog.tsx';
import { saveExport } from '../../../kit/text/save-export.ts';
import { useClient } from '../../../stores/client.ts';
import type { ConversationListName } from '../../../stores/offline/read-settings.ts';
import { STICKY_FOOT } from '../sticky-foot.ts';
import { useCall } from '../use-call.ts';
import { ConversationRow } from './conversation-row.tsx';
import { MoveSelect } from './move-select.tsx';
import { useBulkActions, useConversationList } from './use-conversation-list.ts';

const ABOUT = {
  active: t`Select conversations to archive, export or delete them together.`,
  archived: t`Archived conversations aren’t in the sidebar. Search finds them, and a new message brings one back.`,
  deleted: t`Deleted conversations stay here for ${RESTORABLE_DAYS} days. Then they’re gone for good.`,
};
/** Conversations in one export. */
const MOST_EXPORTED = 200;
const NONE = {
  active: t`You have no conversations yet.`,
  archived: t`You have no archived conversations.`,
  deleted: t`You have no deleted conversations.`,
};

/** What was done with this many conversations. */
const SAY = {
  archived: (count: number) => plural(count)`Archived ${count} conversation.|Archived ${count} conversations.`,
  deleted: (count: number) => plural(count)`Deleted ${count} conversation.|Deleted ${count} conversations.`,
  exported: (count: number) => plural(count)`Exported ${count} conversation.|Exported ${count} conversations.`,
  moved: (count: number) => plural(count)`Moved ${count} conversation.|Moved ${count} conversations.`,
  purged: (count: number) =>
    plural(count)`Permanently deleted ${count} conversation.|Permanently deleted ${count} conversations.`,
  restored: (count: number) => plural(count)`Restored ${count} conversation.|Restored ${count} conversations.`,
};

interface ConversationListProps {
  list: ConversationListName;
  /** The ids that are selected at first. */
  selected: string[];
  onOpen: () => void;
}

/** A list of conversations with the actions on the selected ones. */
export function ConversationList({ list, selected: first, onOpen }: ConversationListProps) {
  const { isBusy, problem: failure, run } = useCall();
  const { items, nextBefore, problem, retry, loadMore } = useConversationList(list, isBusy);
  const { list: rows, onMore } = useFocusOnMore(items?.length ?? 0);
  const { api } = useClient();
  const actions = useBulkActions();
  const today = useToday();
  const [ticked, setTicked] = useState(() => new Set(first));
  const [result, setResult] = useState('');
  const [confirming, setConfirming] = useState<string[] | null>(null);
  const last = useRef<number | null>(null);
  // Selected ones that another client moved elsewhere do not count.
  const ids = (items ?? []).filter(({ id }) => ticked.has(id)).map(({ id }) => id);

  /** With Shift, also all between this one and the last one that was ticked. */
  const tick = (index: number, isTicked: boolean, isRange: boolean) => {
    const from = isRange && last.current !== null ? last.current : index;
    const changed = (items ?? []).slice(Math.min(from, index), Math.max(from, index) + 1);
    const next = new Set(ticked);
    for (const { id } of changed) {
      if (isTicked) next.add(id);
      else next.delete(id);
    }
    last.current = index;
    setTicked(next);
  };
  const act = async (say: (count: number) => string, on: string[], work: (ids: string[]) => Promise<number>) => {
    setResult('');
    // What a failure left stays selected.
    if (await run(async () => setResult(say(await work(on))))) setTicked(new Set());
  };
  const download = async (as: 'markdown' | 'json') => {
    setResult('');
    await run(async () => {
      saveExport(await api.exportConversations({ ids: ids.slice(0, MOST_EXPORTED), as }));
      const isCut = ids.length > MOST_EXPORTED;
      setResult(isCut ? t`Exported the first ${MOST_EXPORTED} conversations.` : SAY.exported(ids.length));
    });
  };
  const restore = (on: string[]) => act(SAY.restored, on, list === 'archived' ? actions.unarchive : actions.restore);
  const remove = (on: string[]) =>
    list === 'deleted' ? act(SAY.purged, on, actions.purge) : act(SAY.deleted, on, actions.delete);

  return (
    <>
      <p className="mt-4 text-muted">{ABOUT[list]}</p>
      {items === null && problem === null && (
        <div role="status" aria-label={t`Loading your conversations`} className="min-h-32">
          <Skeleton lines={4} className="mt-6" />
        </div>
      )}
      {items?.length === 0 && <p className="mt-6 text-subtle">{NONE[list]}</p>}
      {items !== null && items.length > 0 && (
        <>
          <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-5 text-sm text-muted">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={ids.length === items.length}
              ref={(box) => {
                if (box) box.indeterminate = ids.length > 0 && ids.length < items.length;
              }}
              onChange={(event) => setTicked(new Set(event.target.checked ? items.map(({ id }) => id) : []))}
            />
            {t`Select all`}
          </label>
          <ul ref={rows} className="border-y border-hairline **:scroll-mb-20">
            {items.map((item, index) => (
              <ConversationRow
                key={item.id}
                list={list}
                item={item}
                today={today}
                isTicked={ticked.has(item.id)}
                isDisabled={isBusy}
                onTick={(isTicked, isRange) => tick(index, isTicked, isRange)}
                onOpen={onOpen}
                onRestore={() => void restore([item.id])}
              />
            ))}
          </ul>
        </>
      )}
      {nextBefore !== null && problem === null && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-3 max-md:min-h-11"
          onClick={({ currentTarget }) => {
            onMore(currentTarget);
            void loadMore();
          }}
        >{t`Show more`}</Button>
      )}
      {problem !== null && <LoadProblem onRetry={() => void retry()}>{problem}</LoadProblem>}
      {failure !== null && <ProblemLine>{failure}</ProblemLine>}
      <p role="status" className="mt-3 min-h-5 text-sm text-muted">
        {isBusy ? t`Working...` : result}
      </p>
      {ids.length > 0 && (
        <div
          role="toolbar"
          aria-label={t`Selected conversations`}
          className={`items-center border-t border-hairline ${STICKY_FOOT}`}
        >
          <span className="me-auto text-sm text-muted max-md:basis-full">{plural(
            ids.length,
          )`${ids.length} selected|${ids.length} selected`}</span>
          {list !== 'deleted' && (
            <>
              <Action
                variant="quiet"
                disabled={isBusy}
                onClick={() => void download('markdown')}
              >{t`Export Markdown`}</Action>
              <Action variant="quiet" disabled={isBusy} onClick={() => void download('json')}>{t`Export JSON`}</Action>
            </>
          )}
          {list === 'active' && (
            <MoveSelect isDisabled={isBusy} onMove={(to) => void act(SAY.moved, ids, actions.moveTo(to))} />
          )}
          {list === 'active' ? (
            <Action
              variant="secondary"
              disabled={isBusy}
              onClick={() => void act(SAY.archived, ids, actions.archive)}
            >{t`Archive`}</Action>
          ) : (
            <Action variant="secondary" disabled={isBusy} onClick={() => void restore(ids)}>{t`Restore`}</Action>
          )}
          <Action variant="quiet-danger" disabled={isBusy} onClick={() => setConfirming(ids)}>
            {list === 'deleted' ? t`Delete for good` : t`Delete`}
          </Action>
        </div>
      )}
      {confirming && (
        <ConfirmDialog
          title={list === 'deleted' ? t`Delete for good` : t`Delete conversations`}
          message={
            list === 'deleted'
              ? plural(
                  confirming.length,
                )`Are you sure you want to delete ${confirming.length} conversation for good? This action cannot be undone.|Are you sure you want to delete ${confirming.length} conversations for good? This action cannot be undone.`
              : plural(
                  confirming.length,
                )`Are you sure you want to delete ${confirming.length} conversation? You can restore it for ${RESTORABLE_DAYS} days.|Are you sure you want to delete ${confirming.length} conversations? You can restore them for ${RESTORABLE_DAYS} days.`
          }
          confirmText={list === 'deleted' ? t`Delete for good` : t`Delete`}
          onConfirm={() => void remove(confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  );
}

function Action(props: ComponentProps<typeof Button>) {
  return <Button size="sm" className="max-md:min-h-11" {...props} />;
}
