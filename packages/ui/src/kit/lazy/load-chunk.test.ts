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

test('a chunk that comes asks nobody for help', async () => {
  expect(await loadChunk('palette', async () => 'here')).toBe('here');
  expect(rescue.isReachable).not.toHaveBeenCalled();
});

test('one that did not come is asked for once more, without loading the page anew', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone).mockResolvedValue('here');
  expect(await loadChunk('palette', load)).toBe('here');
  expect(rescue.reload).not.toHaveBeenCalled();
});

test('one that a new build took away loads the page anew, and shows nothing until then', async () => {
  rescue.reload.mockReturnValue(true);
  const ended = vi.fn<() => void>();
  void loadChunk('palette', () => Promise.reject(gone)).finally(ended);
  await vi.waitFor(() => expect(rescue.reload).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  expect(ended).not.toHaveBeenCalled();
});

test('says so where the page was loaded anew before', async () => {
  rescue.reload.mockReturnValue(false);
  const failed = loadChunk('palette', () => Promise.reject(gone));
  await expect(failed).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: 'Loading chunk palette failed',
    cause: gone,
  });
});

test('says so at once, and leaves the page alone, where the server cannot be reached', async () => {
  rescue.isReachable.mockResolvedValue(false);
  const load = vi.fn<() => Promise<never>>().mockRejectedValue(gone);
  await expect(loadChunk('palette', load)).rejects.toThrow('Loading chunk palette failed');
  expect(load).toHaveBeenCalledOnce();
  expect(rescue.reload).not.toHaveBeenCalled();
});

test('one that neither comes nor fails has failed after two minutes', async () => {
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
