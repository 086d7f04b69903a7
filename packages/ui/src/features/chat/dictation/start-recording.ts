/** A running recording of the microphone. */
export interface Recorder {
  /** The loudness right now, from 0 to 1. */
  level(): number;
  /** Whether any sound arrived since the start; true where that cannot be measured. */
  hasHeard(): boolean;
  /** Releases the microphone. Resolves when the last piece was delivered. */
  stop(): Promise<void>;
}

interface RecordingHandlers {
  /** Releases the microphone if it is allowed too late. */
  signal: AbortSignal;
  /** Called about once a second with what was recorded since. */
  onPiece(piece: Blob): void;
  /** The microphone was taken away; what it recorded was delivered. */
  onLost(): void;
}

/** In the order of preference. Safari has only MP4 before version 18.4, and Firefox only Ogg before version 71. */
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];
/** Enough for speech: five minutes are 1.2 MB. */
const BITS_PER_SECOND = 32_000;
const PIECE_MS = 1_000;
/** Samples of one measurement of silence, two thirds of a second; the level shows the last of them. */
const MEASURED = 32_768;
const SHOWN = 2_048;
/** The loudest sample of a microphone that is muted or broken; full scale is 1. */
const SILENCE = 0.004;

/** Asks for the microphone and records it. Rejects as `getUserMedia` does, and with the signal's reason. */
export async function startRecording({ signal, onPiece, onLost }: RecordingHandlers): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const tracks = stream.getAudioTracks();
  const release = () => tracks.forEach((track) => track.stop());
  try {
    signal.throwIfAborted();
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    const options = { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType !== undefined && { mimeType }) };
    const recorder = new MediaRecorder(stream, options);
    const meter = openMeter(stream);
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    let isWanted = true;
    recorder.addEventListener('dataavailable', ({ data }) => {
      meter.measure();
      if (data.size > 0) onPiece(data);
    });
    // Also after an error, and when the last track ended.
    recorder.addEventListener('stop', () => {
      meter.close();
      release();
      resolve();
      if (isWanted) onLost();
    });
    recorder.start(PIECE_MS);
    return {
      level: meter.level,
      hasHeard: meter.hasHeard,
      stop() {
        isWanted = false;
        if (recorder.state !== 'inactive') recorder.stop();
        return stopped;
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Measures the loudness of a stream. Without Web Audio, the level is 0 and everything counts as sound. */
function openMeter(stream: MediaStream) {
  let context: AudioContext;
  try {
    context = new AudioContext();
  } catch {
    return { level: () => 0, measure() {}, hasHeard: () => true, close() {} };
  }
  const analyser = context.createAnalyser();
  analyser.fftSize = MEASURED;
  context.createMediaStreamSource(stream).connect(analyser);
  // Browsers suspend it until the page was touched, except while the page records.
  void context.resume().catch(() => {});
  const samples = new Float32Array(MEASURED);
  let peak = 0;
  let hasMeasured = false;
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      const energy = samples.subarray(-SHOWN).reduce((sum, value) => sum + value * value, 0);
      // Speech is between -50 and -10 dB.
      return Math.min(1, Math.max(0, (10 * Math.log10(energy / SHOWN + 1e-9) + 50) / 40));
    },
    measure() {
      if (context.state !== 'running') return;
      hasMeasured = true;
      analyser.getFloatTimeDomainData(samples);
      peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), peak);
    },
    hasHeard: () => !hasMeasured || peak > SILENCE,
    close: () => void context.close().catch(() => {}),
  };
}
