import { AppError, mergeColors, MODES, type AdminBrandResponse, type ModeId, t } from '@parley/core';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { refreshAudit } from '../people/audit-refreshes.ts';
import { Section } from '../section.tsx';
import { colorProblem, mergeDrafts, timeProblem, toChanges, toDraft, type BrandDraft } from './brand-draft.ts';
import { BrandPreview } from './brand-preview.tsx';

/** While the button of its calendar has the focus, the field itself does not count as focused. */
const TIME = 'rounded-sm forced-colors:focus-within:outline-2';
/** The latest time that browsers accept. It also limits the year to four digits in Chromium. */
const LATEST = '9999-12-31T23:59';
const MEANWHILE = t`Someone else changed the product. Your own changes are still here. Review them, then save.`;

/** The texts, colors and banner that admins can change without a restart, with a preview. */
export function BrandEditor() {
  const { api } = useClient();
  const [state, setState] = useState<AdminBrandResponse | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(() => {
    setProblem(null);
    api
      .server()
      .then((calls) => calls.changedBrand())
      .then(setState, (error: unknown) => setProblem(problemText(error)));
  }, [api]);
  useEffect(load, [load]);
  return (
    <Section title={t`Your product`}>
      {problem !== null && (
        <>
          <p role="alert">{problem}</p>
          <Button variant="secondary" className="mt-3" onClick={load}>{t`Try again`}</Button>
        </>
      )}
      {state && <Form state={state} onSaved={setState} />}
    </Section>
  );
}

interface FormProps {
  state: AdminBrandResponse;
  onSaved: (state: AdminBrandResponse) => void;
}

function Form({ state: { changes: saved, file, revision }, onSaved }: FormProps) {
  const { api } = useClient();
  const [draft, setDraft] = useState(() => toDraft(saved));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const set = (change: Partial<BrandDraft>) => setDraft({ ...draft, ...change });
  const changes = toChanges(draft, saved);
  const problems = { light: colorProblem(changes, file, 'light'), dark: colorProblem(changes, file, 'dark') };
  const times = timeProblem(changes.banner);
  const areColorsRefused = problems.light !== null || problems.dark !== null;
  const colors = mergeColors(file.colors, areColorsRefused ? saved.colors : changes.colors);
  const shown = { ...file, ...changes, ...(colors && { colors }) };

  /** Takes over the stored state, and keeps what was typed since `before`. */
  const takeOver = (state: AdminBrandResponse, before: BrandDraft) => {
    onSaved(state);
    setDraft((typed) => mergeDrafts(typed, before, toDraft(state.changes)));
  };

  const send = async () => {
    const calls = await api.server();
    try {
      takeOver(await calls.changeBrand({ changes, revision }), draft);
      setSaid(t`Changed the product`);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      takeOver(await calls.changedBrand(), toDraft(saved));
      setProblem(MEANWHILE);
    }
  };
  const save = async () => {
    setBusy(true);
    setProblem(null);
    setSaid('');
    await send().catch((error: unknown) => setProblem(problemText(error)));
    setBusy(false);
    refreshAudit();
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="max-w-prose text-muted">{t`Signed-in users see changes at once, visitors when they load a page. Leave a field empty to keep what the brand file says, or the default.`}</p>
      <TextField
        label={t`Banner`}
        value={draft.banner}
        maxLength={300}
        placeholder={file.banner?.text ?? t`Maintenance tonight. Replies may stop.`}
        onChange={({ target }) => set({ banner: target.value })}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <div className={TIME}>
          <TextField
            label={t`From, in your time zone`}
            type="datetime-local"
            max={LATEST}
            value={draft.from}
            onChange={({ target }) => set({ from: target.value })}
          />
        </div>
        <div className={TIME}>
          <TextField
            label={t`Until, in your time zone`}
            type="datetime-local"
            max={LATEST}
            value={draft.until}
            problem={times}
            onChange={({ target }) => set({ until: target.value })}
          />
        </div>
        <TextField
          label={t`Accent in light`}
          value={draft.light}
          placeholder={file.colors?.light?.accent ?? '#17508f'}
          problem={problems.light}
          onChange={({ target }) => set({ light: target.value })}
        />
        <TextField
          label={t`Accent in dark`}
          value={draft.dark}
          placeholder={file.colors?.dark?.accent ?? '#9cc2f0'}
          problem={problems.dark}
          onChange={({ target }) => set({ dark: target.value })}
        />
      </div>
      <TextField
        label={t`Welcome sentence`}
        value={draft.welcome}
        maxLength={80}
        placeholder={file.welcome ?? t`What’s on your mind?`}
        onChange={({ target }) => set({ welcome: target.value })}
      />
      <Prompts draft={draft} onChange={(prompts) => set({ prompts })} />
      <BrandPreview changes={shown} />
      {problem !== null && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" disabled={isBusy || areColorsRefused || times !== null}>
          {isBusy ? t`Saving…` : t`Save`}
        </Button>
        <p aria-live="polite" className="text-muted">
          {said}
        </p>
      </div>
    </form>
  );
}

interface PromptsProps {
  draft: Pick<BrandDraft, 'prompts'>;
  onChange: (prompts: BrandDraft['prompts']) => void;
}

function Prompts({ draft: { prompts }, onChange }: PromptsProps) {
  const change = (index: number, part: Partial<BrandDraft['prompts'][number]>) =>
    onChange(prompts.map((prompt, at) => (at === index ? { ...prompt, ...part } : prompt)));
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-1.5 font-medium">{t`Suggested prompts`}</legend>
      {prompts.map(({ mode, text }, index) => (
        <div key={index} className="flex flex-wrap gap-2">
          <select
            aria-label={t`Mode of prompt ${index + 1}`}
            value={mode}
            className="h-11 rounded-sm border border-control bg-raised px-2"
            onChange={({ target }) => change(index, { mode: target.value as ModeId })}
          >
            {MODES.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
          <input
            aria-label={t`Prompt ${index + 1}`}
            value={text}
            maxLength={120}
            className="h-11 min-w-0 flex-1 basis-60 rounded-sm border border-control bg-raised px-3"
            onChange={({ target }) => change(index, { text: target.value })}
          />
        </div>
      ))}
    </fieldset>
  );
}
