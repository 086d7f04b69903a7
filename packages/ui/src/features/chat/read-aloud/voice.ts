export interface VoiceHandlers {
  onEnd(): void;
  /** Gets the sentence to show. */
  onProblem(problem: string): void;
}

/** Speaks the sentences of one reply. */
export interface Voice {
  /** Speaks a sentence in place of the one before it. Calls one of the handlers, unless it is silenced first. */
  speak(index: number, rate: number, handlers: VoiceHandlers): void;
  silence(): void;
}
