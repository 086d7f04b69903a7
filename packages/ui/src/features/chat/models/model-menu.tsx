import { t } from '@parley/core';
import type { ModelOption } from '@parley/core';
import { DropdownMenu } from 'radix-ui';
import { useEffect, useState, type ReactNode } from 'react';
import { MenuFrame } from '../../../kit/controls/menu-frame.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { DoneIcon } from '../../../kit/icons/icons.ts';
import { useChat, useChatStore, useClient, useSession } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';

export interface ModelOptions {
  /** Empty until they are loaded, and for people who cannot choose. */
  models: ModelOption[];
  /** Why they could not be loaded, as a sentence; null otherwise. */
  problem: string | null;
}

const NONE: ModelOptions = { models: [], problem: null };

/** The models that the user can choose, loaded while `isWanted`. */
export function useModelOptions(isWanted: boolean): ModelOptions {
  const { api } = useClient();
  const canChoose = useSession(({ user }) => user?.model !== undefined);
  const [options, setOptions] = useState(NONE);
  useEffect(() => {
    if (!isWanted || !canChoose) return;
    let isGone = false;
    const show = (found: ModelOptions): void => {
      if (!isGone) setOptions(found);
    };
    const reading = api.account().then((calls) => calls.read());
    reading.then(
      ({ models = [] }) => show({ models, problem: null }),
      (error: unknown) => show({ models: [], problem: problemText(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [api, isWanted, canChoose]);
  return canChoose ? options : NONE;
}

interface ModelMenuProps {
  conversationId: string;
  isOpen: boolean;
  onClose: () => void;
  /** The menu's trigger. */
  children: ReactNode;
}

/** The models of the user's plan. The chosen one answers from the next message on, in every conversation. */
export function ModelMenu({ isOpen, children, ...props }: ModelMenuProps) {
  return isOpen ? <OpenMenu {...props}>{children}</OpenMenu> : children;
}

function OpenMenu({ conversationId, onClose, children }: Omit<ModelMenuProps, 'isOpen'>) {
  const { api, session } = useClient();
  const chat = useChatStore();
  const chosen = useSession(({ user }) => user?.model?.id);
  const lesser = useChat(({ usage }) => usage?.lesserModel);
  const { models, problem } = useModelOptions(true);
  const choose = async ({ id, label }: ModelOption) => {
    const { user } = session.getState();
    try {
      await (await api.account()).setPreferences({ model: id });
      if (user) session.getState().updateUser({ ...user, model: { id, label } });
    } catch (error) {
      chat.setState({ notice: { kind: 'change-failed', conversationId, text: problemText(error) } });
    }
  };
  return (
    <MenuFrame trigger={children} side="top" onClose={onClose}>
      {lesser !== undefined && (
        <DropdownMenu.Label className="max-w-60 px-2.5 py-2 text-sm text-muted">{t`Your free messages are used up. ${lesser} answers until they reset.`}</DropdownMenu.Label>
      )}
      {models.length === 0 && (
        <DropdownMenu.Label className={`px-2.5 py-2 ${problem === null ? 'text-muted' : 'text-danger'}`}>
          {problem ?? t`Loading models...`}
        </DropdownMenu.Label>
      )}
      <DropdownMenu.RadioGroup {...(chosen !== undefined && { value: chosen })} aria-label={t`Model`}>
        {models.map((model) => (
          <Option key={model.id} model={model} onChoose={() => void choose(model)} />
        ))}
      </DropdownMenu.RadioGroup>
    </MenuFrame>
  );
}

function Option({ model, onChoose }: { model: ModelOption; onChoose: () => void }) {
  const { id, label, description, isAnswering } = model;
  return (
    <DropdownMenu.RadioItem
      value={id}
      onSelect={onChoose}
      className="flex cursor-pointer items-start gap-2.5 rounded-sm px-2.5 py-2 outline-none select-none data-highlighted:bg-hover"
    >
      <span className="max-w-60 min-w-0 flex-1 wrap-anywhere" dir="auto">
        <span className="block font-medium">{label}</span>
        <span className="block text-sm text-muted">{description}</span>
        {!isAnswering && <span className="block text-sm text-danger">{t`Isn’t answering right now.`}</span>}
      </span>
      <DropdownMenu.ItemIndicator className="mt-0.5 text-accent-text">
        <Icon icon={DoneIcon} size="sm" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}
