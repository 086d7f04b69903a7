import type { Logger } from 'pino';
import type { ModeId } from '@parley/core';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Files } from '../../files/files.ts';
import type { Plans } from '../../plans/plans.ts';
import type { Spendings } from '../../spending/spendings.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AssistantSettings } from '../modes/prompt/assistant-settings.ts';
import type { Backends } from '../modes/mode.ts';
import type { Moderation } from '../moderation/moderation.ts';
import type { ReplyLimits } from './accept/charge-message.ts';
import type { ReplyJournal } from './journal/reply-journal.ts';

export interface RepliesDependencies {
  storage: Storage;
  cluster: Cluster;
  /** Without one, a process that is killed leaves its replies at their last checkpoint. */
  journal?: ReplyJournal;
  files: Files;
  backends: Backends;
  moderation: Moderation;
  spendings: Spendings;
  plans: Plans;
  limits: ReplyLimits;
  settings: {
    productName: string;
    jwtSecret: string;
    namesConversations: boolean;
    assistant?: AssistantSettings;
  };
  logger: Logger;
  /** Called at each reply's first text, search or picture, with the seconds since its message was accepted. */
  onFirstToken?: (mode: ModeId, seconds: number) => void;
  now: () => number;
}
