import { t } from '@parley/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../kit/controls/button.tsx';
import { IconButton } from '../../../kit/controls/icon-button.tsx';
import { useMedia } from '../../../kit/hooks/use-media.ts';
import {
  CloseIcon,
  DownloadIcon,
  EnlargeIcon,
  NextIcon,
  PreviousIcon,
  RetryIcon,
  ShrinkIcon,
} from '../../../kit/icons/icons.ts';
import { useOpenOverlay } from '../../../kit/overlays/open-overlays.ts';
import { saveFile } from '../../../kit/text/save-file.ts';
import { chatElement } from '../chat-elements.ts';
import type { PreviewStop } from './open-frame.ts';
import { fileNameOf, kindOf, nameOf, type PreviewBlock, type PreviewKind } from './preview-block.ts';
import { PreviewConsole } from './preview-console.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import type { ConsoleEntry } from './run-in-frame.ts';
import { useVersions } from './use-versions.ts';
import './preview.css';

const KINDS: Record<PreviewKind, string> = { html: t`Web page`, svg: t`SVG picture`, component: t`React component` };
const STOPPED: Record<PreviewStop, string> = {
  silent: t`The preview stopped responding and was closed.`,
  stuck: t`The preview ran without a pause and was closed.`,
  flooded: t`The preview sent too many messages and was closed.`,
  complex: t`This code is too complex to preview. You can save it as a file.`,
  unavailable: t`The preview couldn’t be loaded. Check your connection and try again.`,
};
/** Console entries that are kept. */
const MOST_ENTRIES = 200;

interface PreviewPanelProps {
  conversationId: string;
  block: PreviewBlock;
  onClose: () => void;
}

/** A running preview of a code block: beside the conversation where there is room, else in place of it. */
export function PreviewPanel({ conversationId, block, onClose }: PreviewPanelProps) {
  const versions = useVersions(conversationId, block);
  const { shown } = versions;
  const hasRoom = useMedia('(min-width: 68.75rem)');
  const [isLarge, setLarge] = useState(false);
  const covers = isLarge || !hasRoom;
  const [run, setRun] = useState(0);
  const reload = () => setRun(run + 1);
  const name = nameOf(shown) || KINDS[kindOf(shown)];
  const leave = () => {
    if (isLarge && hasRoom) setLarge(false);
    else onClose();
  };
  const panel = useCovering(covers, { onBack: onClose, onEscape: leave });
  return createPortal(
    <section
      ref={panel}
      role={covers ? 'dialog' : 'complementary'}
      aria-modal={covers || undefined}
      aria-label={t`Preview: ${name}`}
      tabIndex={-1}
      className={`preview${covers ? ' is-large' : ''}`}
    >
      <header className="preview__head">
        <div className="preview__title">
          <h2 dir="auto">{name}</h2>
          <p>{t`Written by the assistant, without network access. Don’t enter passwords.`}</p>
        </div>
        <div className="preview__tools">
          {versions.count > 1 && (
            <>
              <IconButton
                label={t`Previous version`}
                icon={PreviousIcon}
                className="preview__step"
                disabled={!versions.previous}
                onClick={versions.previous}
              />
              <span className="preview__version">
                <span className="sr-only">{t`Version ${versions.position} of ${versions.count}`}</span>
                <span aria-hidden="true">{t`${versions.position} of ${versions.count}`}</span>
              </span>
              <IconButton
                label={t`Next version`}
                icon={NextIcon}
                className="preview__step"
                disabled={!versions.next}
                onClick={versions.next}
              />
            </>
          )}
          <IconButton label={t`Reload`} icon={RetryIcon} iconSize="sm" onClick={reload} />
          <IconButton
            label={t`Save as file`}
            icon={DownloadIcon}
            iconSize="sm"
            onClick={() => saveFile(new Blob([shown.code]), fileNameOf(shown))}
          />
          {hasRoom && (
            <IconButton
              label={isLarge ? t`Exit full screen` : t`Full screen`}
              icon={isLarge ? ShrinkIcon : EnlargeIcon}
              iconSize="sm"
              onClick={() => setLarge(!isLarge)}
            />
          )}
          <IconButton label={t`Close preview`} icon={CloseIcon} onClick={onClose} />
        </div>
      </header>
      <span className="sr-only" role="status">
        {versions.count > 1 && t`Version ${versions.position} of ${versions.count}`}
      </span>
      <Run
        key={`${run} ${shown.code}`}
        block={shown}
        title={name}
        onReload={reload}
        onEscape={() => panel.current?.focus()}
      />
    </section>,
    document.body,
  );
}

interface RunProps {
  block: PreviewBlock;
  title: string;
  onReload: () => void;
  onEscape: () => void;
}

/** One run of a block, with its console. */
function Run({ block, title, onReload, onEscape }: RunProps) {
  const [stop, setStop] = useState<PreviewStop | null>(null);
  const [{ entries, dropped }, setLogged] = useState<{ entries: ConsoleEntry[]; dropped: number }>({
    entries: [],
    dropped: 0,
  });
  const [isConsoleOpen, setConsoleOpen] = useState(false);
  const log = (added: ConsoleEntry[], lost: number) => {
    setLogged((logged) => {
      const all = [...logged.entries, ...added];
      const surplus = Math.max(0, all.length - MOST_ENTRIES);
      return { entries: all.slice(surplus), dropped: logged.dropped + lost + surplus };
    });
    const isFirst = !entries.some(({ level }) => level === 'error');
    if (isFirst && added.some(({ level }) => level === 'error')) setConsoleOpen(true);
  };
  return (
    <>
      {stop === null ? (
        <PreviewFrame block={block} title={title} onConsole={log} onEscape={onEscape} onStop={setStop} />
      ) : (
        <div role="alert" className="preview__stopped">
          <p>{STOPPED[stop]}</p>
          {stop !== 'complex' && (
            <Button variant="secondary" size="sm" onClick={onReload}>
              {stop === 'unavailable' ? t`Try again` : t`Run again`}
            </Button>
          )}
        </div>
      )}
      <PreviewConsole entries={entries} dropped={dropped} isOpen={isConsoleOpen} onToggle={setConsoleOpen} />
    </>
  );
}

/** Focuses the panel and handles its keys, makes room for it beside the page or covers it, and returns the focus. */
function useCovering(covers: boolean, { onBack, onEscape }: { onBack: () => void; onEscape: () => void }) {
  const panel = useRef<HTMLElement>(null);
  useOpenOverlay('dialog', covers, onBack);
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    const section = panel.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) escape();
    };
    section?.addEventListener('keydown', onKey);
    return () => section?.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    const previous = document.activeElement;
    panel.current?.focus();
    return () => {
      if (previous instanceof HTMLElement) previous.focus({ preventScroll: true });
    };
  }, []);
  useLayoutEffect(() => {
    const app = chatElement.current;
    const root = document.documentElement;
    if (app) app.inert = covers;
    root.toggleAttribute('data-preview', !covers);
    return () => {
      if (app) app.inert = false;
      root.removeAttribute('data-preview');
    };
  }, [covers]);
  useEffect(() => {
    // A button that has no place on a narrow window takes the focus with it.
    if (covers && document.activeElement === document.body) panel.current?.focus();
  });
  return panel;
}
