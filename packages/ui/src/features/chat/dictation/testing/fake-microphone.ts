import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A microphone and its recorder, controlled by a test. Replaces the browser's until `vi.unstubAllGlobals`. */
export class FakeMicrophone {
  /** The loudest sample that it records from now on. */
  loudness = 0.5;
  /** The type that the recorder writes, whatever it was asked for. */
  type = 'audio/webm;codecs=opus';
  supported = ['audio/webm;codecs=opus'];
  asked: MediaStreamConstraints[] = [];
  options: MediaRecorderOptions[] = [];
  tracks: FakeTrack[] = [];
  #allow: () => Promise<void> = async () => {};
  #recorder: FakeRecorder | null = null;
  #seconds = 0;

  constructor() {
    const started = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => started + this.#seconds * 1000);
    const getUserMedia = async (constraints: MediaStreamConstraints) => {
      this.asked.push(constraints);
      await this.#allow();
      const track = new FakeTrack();
      this.tracks.push(track);
      return { getAudioTracks: () => [track] };
    };
    vi.stubGlobal('navigator', { ...navigator, userAgent: navigator.userAgent, mediaDevices: { getUserMedia } });
    const isTypeSupported = (type: string) => this.supported.includes(type);
    const typeOf = () => this.type;
    const onCreated = (recorder: FakeRecorder, options: MediaRecorderOptions) => {
      this.options.push(options);
      this.#recorder = recorder;
    };
    vi.stubGlobal(
      'MediaRecorder',
      class extends FakeRecorder {
        static isTypeSupported = isTypeSupported;
        constructor(_stream: unknown, options: MediaRecorderOptions) {
          super(typeOf);
          onCreated(this, options);
        }
      },
    );
    const getFloatTimeDomainData = (samples: Float32Array) => void samples.fill(this.loudness);
    vi.stubGlobal(
      'AudioContext',
      class {
        state = 'running';
        createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData });
        createMediaStreamSource = () => ({ connect() {} });
        resume = async () => {};
        close = async () => {};
      },
    );
  }

  get isInUse(): boolean {
    return this.tracks.some(({ isStopped }) => !isStopped);
  }

  /** Answers the next request for it. */
  answersWith(allow: () => Promise<void>): void {
    this.#allow = allow;
  }

  /** Records until this second. */
  async recordUntil(second: number): Promise<void> {
    await act(async () => {
      while (this.#seconds < second && this.#recorder?.state === 'recording') {
        this.#seconds++;
        this.#recorder.deliver(`${this.#seconds};`);
      }
    });
  }

  /** Is taken away: the recorder delivers what it has, and stops. */
  async disconnect(): Promise<void> {
    await act(async () => this.#recorder?.stop());
  }
}

class FakeTrack {
  isStopped = false;
  stop(): void {
    this.isStopped = true;
  }
}

class FakeRecorder extends EventTarget {
  state = 'inactive';
  readonly #type: () => string;
  constructor(type: () => string) {
    super();
    this.#type = type;
  }
  start(): void {
    this.state = 'recording';
  }
  deliver(text: string): void {
    const data = new Blob([text], { type: this.#type() });
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }));
  }
  stop(): void {
    this.state = 'inactive';
    queueMicrotask(() => {
      this.deliver('end');
      this.dispatchEvent(new Event('stop'));
    });
  }
}
