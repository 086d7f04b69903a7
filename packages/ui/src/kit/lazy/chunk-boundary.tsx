import { Component, type ReactNode } from 'react';
import { ChunkLoadError, onServerReachable } from './load-chunk.ts';

interface ChunkBoundaryProps {
  /** Creates the part on every render, so that a failed lazy component does not stay. */
  children: () => ReactNode;
  /** Replaces a part whose chunk failed to load. */
  failed: (problem: ChunkLoadError, again: () => void) => ReactNode;
  /** Makes the next render load the chunk again. */
  onForget: () => void;
}

interface ChunkBoundaryState {
  thrown: { error: unknown } | null;
}

/**
 * Error boundary that replaces a part whose chunk failed to load, until it can be retried. Rethrows other errors to the
 * boundaries above.
 */
export class ChunkBoundary extends Component<ChunkBoundaryProps, ChunkBoundaryState> {
  override state: ChunkBoundaryState = { thrown: null };
  #stopWaiting = () => {};

  static getDerivedStateFromError(error: unknown): ChunkBoundaryState {
    return { thrown: { error } };
  }

  override componentDidCatch() {
    this.#stopWaiting();
    this.#stopWaiting = onServerReachable(this.#again);
  }

  override componentWillUnmount() {
    this.#stopWaiting();
    if (this.state.thrown) this.props.onForget();
  }

  #again = () => {
    this.#stopWaiting();
    this.props.onForget();
    this.setState({ thrown: null });
  };

  override render() {
    const { thrown } = this.state;
    if (!thrown) return this.props.children();
    if (thrown.error instanceof ChunkLoadError) return this.props.failed(thrown.error, this.#again);
    throw thrown.error;
  }
}
