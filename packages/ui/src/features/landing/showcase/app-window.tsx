import { MODES, type ModeId, type ProductSettings, t } from '@parley/core';
import type { ReactNode } from 'react';
import { AttachIcon, NewChatIcon, SearchIcon, SendIcon, SettingsIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { MODE_ICONS } from '../../../kit/icons/mode-icons.ts';
import { Wordmark } from '../../../kit/icons/wordmark.tsx';
import type { Scene } from './scenes.ts';

interface AppWindowProps {
  settings: ProductSettings;
  /** The conversations in the sidebar. */
  scenes: Scene[];
  scene: Scene;
  /** A button in the bar. */
  action: ReactNode;
  children: ReactNode;
}

/** The product's window around a conversation. Only the conversation and the action are for screen readers. */
export function AppWindow({ settings, scenes, scene, action, children }: AppWindowProps) {
  return (
    <div className="grid h-170 overflow-hidden rounded-lg bg-surface shadow-dialog md:h-160 md:grid-cols-[13rem_minmax(0,1fr)] lg:grid-cols-[16rem_minmax(0,1fr)]">
      <Sidebar productName={settings.productName} scenes={scenes} scene={scene} />
      <div className="flex min-h-0 min-w-0 flex-col">
        <div className="flex h-14 shrink-0 items-center justify-between gap-2 pe-3 ps-4 md:ps-6">
          <p aria-hidden="true" className="truncate font-medium">
            {scene.title}
          </p>
          {action}
        </div>
        {/* Reversed, so that it stays at its end while the reply grows. */}
        <div
          tabIndex={0}
          role="region"
          aria-label={t`A sample conversation`}
          className="scrollbar-quiet flex min-h-0 flex-1 flex-col-reverse overflow-y-auto px-4 -outline-offset-2 [--measure:100%] [--text-body:0.9375rem] md:px-6 lg:[--text-body:1rem]"
        >
          <div className="mx-auto mb-auto w-full max-w-(--column) pt-2 pb-6">{children}</div>
        </div>
        <Composer settings={settings} mode={scene.mode} />
      </div>
    </div>
  );
}

function Sidebar({ productName, scenes, scene }: { productName: string; scenes: Scene[]; scene: Scene }) {
  return (
    <div aria-hidden="true" className="hidden min-h-0 flex-col border-e border-hairline bg-sunken md:flex">
      <div className="flex h-14 shrink-0 items-center ps-4">
        <Wordmark productName={productName} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-2">
        <p className="flex h-10 items-center gap-2.5 rounded-sm bg-raised px-2.5 font-medium inset-shadow-edge">
          <Icon icon={NewChatIcon} className="text-accent-text" />
          {t`New Chat`}
        </p>
        <p className="flex h-9 items-center gap-2.5 px-2.5 text-subtle">
          <Icon icon={SearchIcon} />
          <span className="truncate">{t`Search conversations...`}</span>
        </p>
      </div>
      <ul className="mt-2 grid gap-0.5 px-2 text-muted">
        {scenes.map(({ id, title }) => (
          <li
            key={id}
            className={`truncate rounded-sm px-2.5 py-2 ${id === scene.id ? 'bg-active font-medium text-ink' : ''}`}
          >
            {title}
          </li>
        ))}
      </ul>
      <p className="mt-auto flex min-h-13 items-center gap-2.5 border-t border-hairline px-4 text-muted">
        <Icon icon={SettingsIcon} />
        {t`Settings`}
      </p>
    </div>
  );
}

/** The modes that depend on a capability of the server. */
const NEEDS: Partial<Record<ModeId, 'searchesWeb' | 'drawsPictures'>> = {
  image: 'drawsPictures',
  web_search: 'searchesWeb',
};

function Composer({ settings, mode }: { settings: ProductSettings; mode: ModeId }) {
  const modes = MODES.filter(({ id }) => !NEEDS[id] || settings[NEEDS[id]]);
  return (
    <div aria-hidden="true" className="shrink-0 px-3 pb-3 md:px-6 md:pb-5">
      <div className="mx-auto max-w-(--column) rounded-lg bg-raised shadow-float">
        <p className="truncate px-4 pt-4 text-body leading-6 text-subtle">{t`Message ${settings.productName}...`}</p>
        <div className="flex items-center gap-1 p-2">
          <span className="grid size-9 shrink-0 place-items-center text-muted">
            <Icon icon={AttachIcon} />
          </span>
          <span className="flex min-w-0 gap-0.5 overflow-hidden">
            {modes.map(({ id, label }) => (
              <span
                key={id}
                className={`inline-flex h-9 items-center gap-1.5 rounded-sm px-2.5 text-sm whitespace-nowrap max-md:h-11 max-md:flex-col max-md:justify-center max-md:gap-0.5 max-md:px-1 max-md:text-[0.6875rem]/3.5 ${id === mode ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted'}`}
              >
                <Icon icon={MODE_ICONS[id]} size="sm" />
                {label}
              </span>
            ))}
          </span>
          <span className="ms-auto grid size-9 shrink-0 place-items-center rounded-sm bg-hover text-disabled">
            <Icon icon={SendIcon} />
          </span>
        </div>
      </div>
    </div>
  );
}
