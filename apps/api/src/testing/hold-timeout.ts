import { onTestFinished, vi } from 'vitest';

/**
 * Makes `AbortSignal.timeout(ms)` end only when the returned function is called, until the test is over. A real timeout
 * could end before the request that it limits has arrived.
 */
export function holdTimeout(ms: number): () => void {
  const held = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, 'timeout');
  spy.mockImplementation((other) => (other === ms ? held.signal : timeout(other)));
  onTestFinished(() => spy.mockRestore());
  return () => held.abort(new DOMException('The time is over.', 'TimeoutError'));
}
