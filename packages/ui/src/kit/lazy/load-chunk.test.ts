import { beforeEach, expect, test, vi } from 'vitest';
import { loadChunk, setChunkRecovery } from './load-chunk.ts';

const rescue = {
  isReachable: vi.fn<() => Promise<boolean>>(),
  whenReachable: () => () => {},
  reload: vi.fn<() => boolean>(),
};
const gone = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => {
  vi.resetAllMocks();
  rescue.isReachable.mockResolvedValue(true);
  setChunkRecovery(rescue);
});

test('a chunk that loads needs no recovery', async () => {
  expect(await loadChunk('palette', async () => 'here')).toBe('here');
  expect(rescue.isReachable).not.toHaveBeenCalled();
});

test('a chunk that failed is retried once without a reload', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone).mockResolvedValue('here');
  expect(await loadChunk('palette', load)).toBe('here');
  expect(rescue.reload).not.toHaveBeenCalled();
});

test('a chunk that a new build removed reloads the page and shows nothing until then', async () => {
  rescue.reload.mockReturnValue(true);
  const ended = vi.fn<() => void>();
  void loadChunk('palette', () => Promise.reject(gone)).finally(ended);
  await vi.waitFor(() => expect(rescue.reload).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  expect(ended).not.toHaveBeenCalled();
});

test('loading rejects if a reload has already been tried', async () => {
  rescue.reload.mockReturnValue(false);
  const failed = loadChunk('palette', () => Promise.reject(gone));
  await expect(failed).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: 'Loading chunk palette failed',
    cause: gone,
  });
});

test('loading rejects at once, without a reload, while the server is unreachable', async () => {
  rescue.isReachable.mockResolvedValue(false);
  const load = vi.fn<() => Promise<never>>().mockRejectedValue(gone);
  await expect(loadChunk('palette', load)).rejects.toThrow('Loading chunk palette failed');
  expect(load).toHaveBeenCalledOnce();
  expect(rescue.reload).not.toHaveBeenCalled();
});

test('loading rejects after two minutes without a result', async () => {
  vi.useFakeTimers();
  try {
    const failure = loadChunk('palette', () => new Promise(() => {})).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(String(await failure)).toContain('Loading chunk palette failed');
    expect(rescue.reload).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});
