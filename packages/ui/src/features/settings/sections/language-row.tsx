import { isLanguage, LANGUAGES, t } from '@parley/core';
import { LANGUAGE } from '../../../api/language.ts';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { useClient, useSession } from '../../../stores/client.ts';
import { Row } from '../row.tsx';
import { useCall } from '../use-call.ts';

const YEAR_S = 365 * 24 * 3600;

/** Loads the page again, in the language of the cookie: one that its address names would go first. */
function openAgain(): void {
  const address = new URL(location.href);
  address.searchParams.delete('language');
  history.replaceState(history.state, '', address);
  location.reload();
}

/** Chooses the language of the pages and mails. Nothing while the server has English only. */
export function LanguageRow() {
  const { api, platform } = useClient();
  const { shell, settings } = platform;
  const isSignedIn = useSession(({ token }) => token !== null);
  const call = useCall();
  const offered = LANGUAGES.filter(({ id }) => settings.languages?.includes(id));
  if (offered.length < 2 || (shell && !shell.setLanguage)) return null;
  const choose = async (language: string) => {
    if (!isLanguage(language)) return;
    if (isSignedIn && !(await call.run(async () => (await api.account()).setPreferences({ language })))) return;
    if (shell?.setLanguage) return shell.setLanguage(language);
    document.cookie = `language=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
    openAgain();
  };
  return (
    <Row label={t`Language`} note={call.problem === null ? undefined : <ProblemLine>{call.problem}</ProblemLine>}>
      <select
        aria-label={t`Language`}
        value={LANGUAGE}
        disabled={call.isBusy}
        onChange={({ target }) => void choose(target.value)}
        className="h-9 rounded-sm bg-raised px-2 text-ink inset-shadow-edge max-md:h-11"
      >
        {offered.map(({ id, name }) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </Row>
  );
}
