import { MAX_MEMORIES, MAX_MEMORY, type ListedMemory, shownTitle, t, plural } from '@parley/core';
import { useState } from 'react';
import { AppLink } from '../../../kit/controls/app-link.tsx';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { SegmentedControl } from '../../../kit/controls/segmented-control.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { foldText } from '../../../kit/text/fold-text.ts';
import { useClient } from '../../../stores/client.ts';
import { ignoreNotFound } from '../../../stores/ignore-not-found.ts';
import { Row } from '../row.tsx';
import { useMemories } from './use-memories.ts';

const CHOICES = [
  { value: 'on', label: t`On` },
  { value: 'off', label: t`Off` },
] as const;
/** Number of memories from which the list has a search field. */
const SEARCHED_FROM = 6;

interface MemoriesPageProps {
  onBring: () => void;
  onClose: () => void;
}

/** What the assistant remembers: on or off, a list to search, correct and delete, and a field to add to it. */
export function MemoriesPage({ onBring, onClose }: MemoriesPageProps) {
  const { productName } = useClient().platform.settings;
  const { listed, hasFailed, read, call, change, add: addTo, turn } = useMemories();
  const [query, setQuery] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<string | null>(null);
  const memories = listed?.memories ?? [];
  const isSearchable = memories.length >= SEARCHED_FROM;
  // The field is gone, so its text may not hide anything.
  if (!isSearchable && query !== '') setQuery('');
  const wanted = foldText(query.trim());
  const shown = memories.filter(({ text }) => foldText(text).includes(wanted)).toReversed();
  const chosen = memories.filter(({ id }) => ticked.has(id));
  const deleteChosen = async () => {
    const isDone = await change((calls) => Promise.all(chosen.map(({ id }) => calls.delete(id).catch(ignoreNotFound))));
    if (isDone) setTicked(new Set());
  };
  const add = async (text: string, form: HTMLFormElement) => {
    if (text.trim() !== '' && (await change((calls) => addTo(calls, text)))) form.reset();
  };
  const correct = async (id: string, text: string) => {
    // An empty text keeps what was.
    if (text.trim() === '' || (await change((calls) => calls.correct(id, text)))) setEdited(null);
  };
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
  };
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <p ref={focusOnMount} tabIndex={-1} className="text-muted outline-none">
        {t`${productName} remembers what you ask it to, and what will matter again. It never learns from documents, images or web pages.`}
      </p>
      {listed && (
        <Row label={t`Use and add memories`}>
          <SegmentedControl
            label={t`Use and add memories`}
            options={CHOICES}
            value={listed.isOn ? 'on' : 'off'}
            onChange={(value) => void turn(value === 'on')}
          />
        </Row>
      )}
      {listed === null && !hasFailed && (
        <div role="status" aria-label={t`Loading your memories`} className="min-h-32">
          <Skeleton lines={4} />
        </div>
      )}
      {listed === null && hasFailed && (
        <LoadProblem className="" onRetry={() => void read()}>{t`We couldn’t load your memories.`}</LoadProblem>
      )}
      {isSearchable && (
        <TextField
          label={t`Search memories`}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      {listed && memories.length === 0 && <p className="text-muted">{t`Nothing yet.`}</p>}
      {listed && memories.length > 0 && shown.length === 0 && (
        <p role="status" className="text-muted">{t`No memories found.`}</p>
      )}
      {shown.length > 0 && (
        <ul className="border-y border-hairline">
          {shown.map((memory) => (
            <MemoryRow
              key={memory.id}
              memory={memory}
              isTicked={ticked.has(memory.id)}
              isEdited={edited === memory.id}
              isBusy={call.isBusy}
              onTick={(isTicked) => tick(memory.id, isTicked)}
              onEdit={() => setEdited(memory.id)}
              onCancel={() => setEdited(null)}
              onSave={(text) => void correct(memory.id, text)}
              onDelete={() => void change((calls) => calls.delete(memory.id).catch(ignoreNotFound))}
              onOpen={onClose}
            />
          ))}
        </ul>
      )}
      {call.problem !== null && <ProblemLine>{call.problem}</ProblemLine>}
      {chosen.length > 0 && (
        <Button
          variant="secondary"
          className="justify-self-end"
          disabled={call.isBusy}
          onClick={() => void deleteChosen()}
        >
          {plural(chosen.length)`Delete ${chosen.length} memory|Delete ${chosen.length} memories`}
        </Button>
      )}
      {memories.length >= MAX_MEMORIES && (
        <p className="text-muted">{t`There is room for ${MAX_MEMORIES} memories. Delete some to add others.`}</p>
      )}
      {listed && memories.length < MAX_MEMORIES && (
        <FieldsForm
          isBusy={call.isBusy}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
          onSubmit={(field, form) => void add(field('memory'), form)}
        >
          <TextField label={t`Add a memory`} name="memory" maxLength={MAX_MEMORY} autoComplete="off" />
          <Button type="submit" variant="secondary" className="min-h-11">{t`Add`}</Button>
        </FieldsForm>
      )}
      {listed && (
        <Row label={t`From another assistant`} note={t`Bring what it knows about you to ${productName}.`}>
          <Button
            variant="secondary"
            size="sm"
            className="max-md:min-h-11"
            onClick={onBring}
          >{t`Bring memories`}</Button>
        </Row>
      )}
    </div>
  );
}

interface MemoryRowProps {
  memory: ListedMemory;
  isTicked: boolean;
  isEdited: boolean;
  isBusy: boolean;
  onTick: (isTicked: boolean) => void;
  onEdit: () => void;
  onCancel: () => void;
  onSave: (text: string) => void;
  onDelete: () => void;
  /** Called when the conversation that it is from is opened. */
  onOpen: () => void;
}

function MemoryRow({ memory, isTicked, isEdited, isBusy, onTick, onEdit, onCancel, onSave, ...on }: MemoryRowProps) {
  const { text, conversationId, conversationTitle } = memory;
  if (isEdited) {
    return (
      <li className="border-hairline py-3 not-first:border-t">
        <FieldsForm isBusy={isBusy} className="grid gap-2" onSubmit={(field) => onSave(field('memory'))}>
          <TextField
            ref={focusOnMount}
            label={t`Correct this memory`}
            name="memory"
            maxLength={MAX_MEMORY}
            defaultValue={text}
          />
          <div className="flex justify-end gap-2">
            <Button variant="quiet" size="sm" onClick={onCancel}>{t`Cancel`}</Button>
            <Button type="submit" size="sm" disabled={isBusy}>{t`Save`}</Button>
          </div>
        </FieldsForm>
      </li>
    );
  }
  return (
    <li className="flex min-h-14 flex-wrap items-center border-hairline py-1 not-first:border-t">
      <label className="-ms-2 flex size-11 shrink-0 cursor-pointer items-center ps-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          aria-label={t`Select ${text}`}
          checked={isTicked}
          onChange={({ target }) => onTick(target.checked)}
        />
      </label>
      <div className="min-w-0 flex-1 basis-40 py-1">
        <p dir="auto" className="page-start wrap-anywhere">
          {text}
        </p>
        {conversationId !== null && (
          <p dir="auto" className="truncate page-start text-sm text-muted">
            {conversationTitle === undefined ? (
              t`From a deleted conversation`
            ) : (
              <AppLink
                to={`/c/${conversationId}`}
                onClick={on.onOpen}
                className="rounded-xs underline underline-offset-3 hover:text-ink"
              >{t`From “${shownTitle(conversationTitle)}”`}</AppLink>
            )}
          </p>
        )}
      </div>
      <span className="ms-auto flex">
        <Button
          variant="quiet"
          size="sm"
          aria-label={t`${t`Edit`}: ${text}`}
          disabled={isBusy}
          onClick={onEdit}
        >{t`Edit`}</Button>
        <Button
          variant="quiet-danger"
          size="sm"
          aria-label={t`Delete ${text}`}
          disabled={isBusy}
          onClick={on.onDelete}
        >{t`Delete`}</Button>
      </span>
    </li>
  );
}
