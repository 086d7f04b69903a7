import { Component, type ReactNode } from 'react';
import { ProblemPage } from './problem-page.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

/** Stands in for a page that threw or could not be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ProblemPage title="Unexpected Application Error" action="Reload" onAction={() => location.reload()}>
        Something broke on this page. Your conversations are safe on the server.
      </ProblemPage>
    );
  }
}
