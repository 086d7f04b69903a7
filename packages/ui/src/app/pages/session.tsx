import { useCallback } from 'react';
import { SessionPage } from '../../features/session/session-page.tsx';
import type { PageProps } from '../page-props.ts';

export function Page({ onLeave, ...props }: PageProps<'session'>) {
  // The browser's Back must not return to a code or a token that works once.
  const leave = useCallback((address = '/') => onLeave(address, { replace: true }), [onLeave]);
  return <SessionPage {...props} onLeave={leave} />;
}
