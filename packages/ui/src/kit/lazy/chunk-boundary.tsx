import { Component, type ReactNode } from 'react';
import { ChunkLoadError, whenChunksMayCome } from './load-chunk.ts';

interface ChunkBoundaryProps {
  /** Creates the part again each time, so that a failed one does not stay. */
  children: () => ReactNode;
  /** What stands in for a part that did not come. */
  failed: (problem: ChunkLoadError, again: () => void) => ReactNode;
  /** Makes the part load its chunk again when it is shown next. */
  onForget: () => void;
}

interface ChunkBoundaryState {
  thrown: { error: unknown } | null;
}

/** Stands in for a part whose chunk did not come, until it can be asked for again; other errors are for those above. */
export class ChunkBoundary extends Component<ChunkBoundaryProps, ChunkBoundaryState> {
  override state: ChunkBoundaryState = { thrown: null };
  #stopWaiting = () => {};

  static getDerivedStateFromError(error: unknown): ChunkBoundaryState {
    return { thrown: { error } };
  }

  override componentDidCatch() {
    this.#stopWaiting();
    this.#stopWaiting = whenChunksMayCome(this.#again);
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
