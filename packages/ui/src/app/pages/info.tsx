import { InfoPage } from '../../features/info/info-page.tsx';
import type { PageProps } from '../page-props.ts';
import '../../kit/all-utilities.css';

export function Page({ page, onAuthenticate }: PageProps<'info'>) {
  return (
    <InfoPage page={page} onSignIn={() => onAuthenticate('login')} onRegister={() => onAuthenticate('register')} />
  );
}
