import { MAX_MEMORY, t, plural } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { TextArea } from '../../../kit/controls/text-area.tsx';
import { useCopied } from '../../../kit/hooks/use-copied.ts';
import { Form } from '../pages/form.tsx';
import { splitMemories } from './split-memories.ts';
import { useMemories } from './use-memories.ts';

const PROMPT = t`List everything you remember about me: facts, preferences, people, projects and how I like to be answered. Write one short sentence per line, without headings, and leave nothing out.`;
/** Characters that may be pasted at once. */
const MAX_PASTE = 30_000;

/**
 * Imports memories from another assistant: a prompt to copy, a box to paste the answer into, and a list to choose from.
 */
export function BringMemoriesPage({ onBack }: { onBack: () => void }) {
  const { copied, copy } = useCopied();
  const { call, change, add } = useMemories();
  const [pasted, setPasted] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const found = pasted.length > MAX_PASTE ? [] : splitMemories(pasted);
  const chosen = found.filter((text) => text.length <= MAX_MEMORY && !left.has(text));
  const toggle = (text: string, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(text);
    else next.add(text);
    setLeft(next);
  };
  const submit = async () => {
    const isAdded = await change(async (calls) => {
      for (const text of chosen) {
        await add(calls, text);
        // Those that were added before a failure are not offered again.
        setLeft((before) => new Set(before).add(text));
      }
    });
    if (isAdded) onBack();
  };
  return (
    <Form
      call={call}
      action={plural(chosen.length)`Add ${chosen.length} memory|Add ${chosen.length} memories`}
      busyAction={t`Adding...`}
      isReady={chosen.length > 0}
      onSubmit={() => void submit()}
      onCancel={onBack}
    >
      <div className="grid gap-2">
        <p className="font-medium">{t`1. Ask the other assistant`}</p>
        <p className="rounded-lg bg-sunken px-4 py-3">{PROMPT}</p>
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => copy(PROMPT)}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
      </div>
      <TextArea
        label={t`2. Paste its answer`}
        value={pasted}
        limit={MAX_PASTE}
        onChange={(event) => setPasted(event.target.value)}
      />
      {found.length > 0 && (
        <fieldset className="grid grid-cols-[minmax(0,1fr)]">
          <legend className="pb-1.5 font-medium">{t`3. Choose what to keep`}</legend>
          {found.map((text) => (
            <label
              key={text}
              className="flex min-h-11 items-center gap-3 border-hairline py-1.5 not-first-of-type:border-t"
            >
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                checked={chosen.includes(text)}
                disabled={text.length > MAX_MEMORY}
                onChange={({ target }) => toggle(text, target.checked)}
              />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {text.length > MAX_MEMORY ? t`${text.slice(0, MAX_MEMORY)}… (too long)` : text}
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </Form>
  );
}
