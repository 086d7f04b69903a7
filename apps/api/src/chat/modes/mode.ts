import type { Attachment, Capability, Message, ModeId, ReplyLength, StreamEvent } from '@parley/core';
import type { ModelList } from '../models/model-list.ts';
import type { ImageModel } from '../model/images/image-model.ts';
import type { Model, ModelPicture } from '../model/model.ts';
import type { Speaker } from '../model/speech/speaker.ts';
import type { Transcriber } from '../model/speech/transcriber.ts';
import type { PageReader } from '../pages/page-reader.ts';
import type { WebSearch } from '../search/web-search.ts';
import type { TurnMemories } from '../../memories/turn-memories.ts';
import type { ProjectPassage } from '../../storage/storage.ts';
import type { AssistantSettings } from './prompt/assistant-settings.ts';

/** Events that a mode may emit; the runner adds the first and the last event of a reply. */
export type ReplyEvent = Extract<
  StreamEvent,
  { type: 'content' | 'reasoning' | 'tool' | 'image' | 'sources' | 'files' | 'cut' }
>;

/** A question in its conversation. */
export interface Turn {
  /** The branch that ends with the question, oldest first, with attachments by reference. */
  messages: Message[];
  /** The text with which the reply begins, when a shorter one is continued. */
  begun?: string;
  /** How the reply should differ from a usual one. */
  length?: ReplyLength;
  files: TurnFiles;
  conversationId: string;
  /** Set when the conversation began with messages of an import or a copy, which others may have written. */
  isImported?: true;
  /** What the model knows of the conversation before `messages`; absent without earlier messages that fit no more. */
  summary?: string;
  /** The project that the conversation is in, if any. */
  project?: TurnProject;
  /** Messages between the two that are left out without a summary, oldest first, as far as they were read. */
  leftOut: Message[];
  /** Called before the model is asked. */
  onMeasured?(measured: MeasuredTurn): void;
  /** Identifies the user to the model's operator without revealing who they are. */
  safetyIdentifier: string;
  productName: string;
  assistant: AssistantSettings;
  /** Whether the user lets the assistant use the web by itself. */
  searchesByItself: boolean;
  /** Set when the account's plan has no web searches. */
  isSearchLocked?: true;
  /** What the user wrote about themselves and about how to answer; empty if nothing. */
  about: string;
  answerStyle: string;
  /** What the program that asks wants of the assistant; absent when a person asks. */
  programInstructions?: string;
  /** Absent when the user has turned them off. */
  memories?: TurnMemories;
  /** Absent when the pictures that the assistant draws by itself are not counted. */
  pictures?: TurnPictures;
  /** The user's language by its English name. */
  language: string;
  /** Epoch milliseconds; the instructions state the day. */
  now: number;
}

/** The count of the pictures that the assistant draws by itself. */
export interface TurnPictures {
  /** Whether the account's plan has any. */
  areOffered: boolean;
  /** Counts one before it is drawn; the result gives it back. Throws `usage-limit-reached`. */
  count(): Promise<() => Promise<void>>;
}

export interface TurnProject {
  name: string;
  instructions: string;
  files: Attachment[];
  /** `ProjectStore.passages` of this project. */
  passages(words: string[], limit: number): Promise<ProjectPassage[]>;
}

/** How much of the model's context a turn takes. */
export interface MeasuredTurn {
  turn: Turn;
  /** Estimates the tokens of each of the turn's messages. */
  sizes(): number[];
  /** Tokens that the model has for messages. */
  room: number;
}

/** Access to the asking user's files, and to no others. */
export interface TurnFiles {
  /** Null when the file is gone. */
  bytes(id: string): Promise<{ type: string; bytes: Uint8Array } | null>;
  /** Extracted text of a document; null when it is gone. */
  text(id: string): Promise<string | null>;
  /**
   * Draws the first ten pages of a PDF. Throws as `drawPages` of read-document.ts does, and as `FairScheduler.enter`.
   */
  drawPages(id: string, bytes: Uint8Array): Promise<ModelPicture[]>;
  /** Stores a picture drawn from this prompt; resolves to its URL once it is stored. */
  keepPicture(png: Uint8Array<ArrayBuffer>, prompt: string): Promise<string>;
}

/** Services that modes answer with. */
export interface Backends {
  /** Also writes short texts, such as titles. */
  model: Model;
  /** The models that people choose among; empty where there is only `model`. */
  models: ModelList;
  imageModel: ImageModel;
  /** Null when dictation is not set up. */
  transcriber: Transcriber | null;
  /** Null when no speech model is set up. */
  speaker: Speaker | null;
  webSearch: WebSearch;
  pages: PageReader;
  /** The model that answers in each mode; null without one. */
  modelNames: Readonly<Record<ModeId, string | null>>;
}

/** Adds an event to a reply. Does nothing after the reply has ended. */
export type EmitReply = (event: ReplyEvent) => void;

/** One way to answer. */
export interface Mode {
  /**
   * Whether the server has what this mode needs besides a model that answers. Messages are refused while it has not.
   * Absent in modes that need nothing else.
   */
  capability?(backends: Backends): Promise<Capability>;
  /** Whether it reads the question alone, without the conversation before it. */
  readsQuestionOnly?: true;
  /**
   * Calls `emit` with each event, in order. Throws an `AppError` when it cannot continue; earlier events are kept.
   * Resolves without an error, with every socket closed, once `signal` aborts.
   */
  run(turn: Turn, backends: Backends, emit: EmitReply, signal: AbortSignal): Promise<void>;
}
