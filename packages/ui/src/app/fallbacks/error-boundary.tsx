import { t } from '@parley/core';
import { Component, type ReactNode } from 'react';
import { ProblemPage } from './problem-page.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Whether to show the error itself, for developers. */
  showsDetails?: boolean;
}

interface ErrorBoundaryState {
  thrown: { error: unknown } | null;
}

/** Replaces a page that threw while rendering, until it is reloaded or left by the browser's Back. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { thrown: null };
  #reset = () => this.setState({ thrown: null });

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { thrown: { error } };
  }

  override componentDidMount() {
    addEventListener('popstate', this.#reset);
  }

  override componentWillUnmount() {
    removeEventListener('popstate', this.#reset);
  }

  override render() {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    return (
      <ProblemPage
        title={t`Unexpected Application Error`}
        action={t`Reload`}
        onAction={() => location.reload()}
        details={this.props.showsDetails === true && describe(thrown.error)}
      >{t`Something went wrong on this page. Your conversations are safe on the server, and your unsent text is saved here.`}</ProblemPage>
    );
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
