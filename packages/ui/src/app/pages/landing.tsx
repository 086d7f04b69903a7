import { LandingPage } from '../../features/landing/landing-page.tsx';
import { LazyRest } from '../../features/landing/lazy-rest.tsx';
import { useClient } from '../../stores/client.ts';
import type { PageProps } from '../page-props.ts';

export function Page({ onAuthenticate }: PageProps<'landing'>) {
  const { settings } = useClient().platform;
  return (
    <LandingPage
      settings={settings}
      onSignIn={() => onAuthenticate('login')}
      onRegister={() => onAuthenticate('register')}
      Rest={LazyRest}
    />
  );
}
