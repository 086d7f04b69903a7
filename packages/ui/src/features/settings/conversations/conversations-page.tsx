import { inContext, t } from '@parley/core';
import { useState } from 'react';
import { SegmentedControl } from '../../../kit/controls/segmented-control.tsx';
import { ConversationList } from './conversation-list.tsx';
import type { ConversationListName } from '../../../stores/offline/read-settings.ts';

const LISTS = [
  { value: 'active', label: inContext('conversations that are not archived')`Active` },
  { value: 'archived', label: t`Archived` },
  { value: 'deleted', label: t`Deleted` },
] as const;

interface ConversationsPageProps {
  first: ConversationListName;
  /** The conversation that is selected at first. */
  selected?: string | undefined;
  /** Closes the settings when a conversation is opened. */
  onClose: () => void;
}

/** The user's active, archived and deleted conversations, to select several and act on them. */
export function ConversationsPage({ first, selected, onClose }: ConversationsPageProps) {
  const [list, setList] = useState<ConversationListName>(first);
  return (
    <div className="mt-4">
      <SegmentedControl label={t`Conversations`} options={LISTS} value={list} onChange={setList} />
      <ConversationList
        key={list}
        list={list}
        selected={list === first && selected !== undefined ? [selected] : []}
        onOpen={onClose}
      />
    </div>
  );
}
