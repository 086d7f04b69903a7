import { DICTATION_LIMITS, t } from '@parley/core';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../kit/controls/button.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { useChatStore, useClient } from '../../../stores/client.ts';
import type { DictationState } from './create-dictation.ts';
import { LevelMeter } from './level-meter.tsx';
import { openDictation, type OpenDictation } from './open-dictation.ts';

interface DictationBarProps {
  conversationId: string;
  boxRef: RefObject<HTMLTextAreaElement | null>;
  /** Called when the dictation has ended. */
  onEnd: () => void;
}

/** Records speech for the draft: level, time, Cancel and Done. Loaded with the first dictation. */
export function DictationBar({ conversationId, boxRef, onEnd }: DictationBarProps) {
  const client = useClient();
  const chat = useChatStore();
  const [dictation, setDictation] = useState<OpenDictation | null>(null);
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });
  useEffect(() => {
    const opened = openDictation(client, chat, conversationId);
    setDictation(opened);
    return opened.show({ box: boxRef.current, onEnd: () => ended.current() });
  }, [client, chat, conversationId, boxRef]);
  return dictation && <OpenBar dictation={dictation} />;
}

const BUTTON = 'min-h-9 max-md:min-h-11';

function OpenBar({ dictation }: { dictation: OpenDictation }) {
  const state = useStore(dictation.store);
  const { label, run } = nextStep(state, dictation);
  return (
    <div
      role="group"
      aria-label={t`Dictation`}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-2 text-sm short:w-full"
    >
      {state.step === 'recording' && (
        <>
          <LevelMeter level={dictation.level} />
          <span role="timer" aria-label={t`Recorded`} className="tabular-nums">
            {clock(state.seconds)}
            <span className="text-subtle"> / {clock(DICTATION_LIMITS.seconds)}</span>
          </span>
        </>
      )}
      {state.step === 'problem' ? (
        <p role="alert" className="min-w-40 flex-1 text-pretty text-danger">
          {state.sentence}
        </p>
      ) : (
        <p role="status" className="min-w-40 flex-1 text-pretty text-muted">
          {progressOf(state)}
        </p>
      )}
      <span className="ms-auto flex gap-1">
        <Button variant="quiet" size="sm" className={BUTTON} onClick={dictation.cancel}>
          {cancelLabel(state)}
        </Button>
        {/* One button for all steps, so that it keeps the focus. */}
        <Button ref={focusOnMount} size="sm" className={BUTTON} aria-disabled={run === null} onClick={run ?? undefined}>
          {label}
        </Button>
      </span>
    </div>
  );
}

function cancelLabel(state: DictationState): string {
  if (state.step !== 'problem') return t`Cancel`;
  return state.hasRecording ? t`Discard` : t`Close`;
}

function nextStep(state: DictationState, { finish, record, transcribe }: OpenDictation) {
  if (state.step !== 'problem') return { label: t`Done`, run: state.step === 'recording' ? () => void finish() : null };
  if (state.hasRecording) return { label: t`Transcribe`, run: () => void transcribe() };
  return { label: t`Record again`, run: () => void record() };
}

function progressOf(state: Exclude<DictationState, { step: 'problem' }>): string {
  if (state.step === 'starting') return t`Allow the microphone to begin.`;
  if (state.step === 'transcribing') return t`Transcribing…`;
  return state.isSilent ? t`We can’t hear anything. Is your microphone muted?` : t`Listening…`;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
