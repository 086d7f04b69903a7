import { aboutFromAnswers, MAX_INSTRUCTIONS, t } from '@parley/core';
import { useEffect, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { TextArea } from '../../../kit/controls/text-area.tsx';
import { LOCALE } from '../../../kit/text/format/locale.ts';
import { useClient } from '../../../stores/client.ts';
import { Form } from './form.tsx';
import { useCall } from '../use-call.ts';

interface Instructions {
  about: string;
  answerStyle: string;
}

interface InstructionsPageProps {
  saved: Instructions;
  /** Called after a change was saved. */
  onSaved: () => Promise<void>;
  onBack: () => void;
}

/** The user's texts about themselves and about how the assistant should answer. */
export function InstructionsPage({ saved, onSaved, onBack }: InstructionsPageProps) {
  const { api, platform } = useClient();
  const { productName } = platform.settings;
  const call = useCall();
  /** Only what was edited here, so that the rest follows other devices. */
  const [edited, setEdited] = useState<Partial<Instructions>>({});
  const { about, answerStyle } = { ...saved, ...edited };
  const proposal = useProposal(about === '');
  const submit = async () => {
    if (about.length > MAX_INSTRUCTIONS || answerStyle.length > MAX_INSTRUCTIONS) return;
    const isSaved = await call.run(async () => {
      if (Object.keys(edited).length > 0) await (await api.account()).setPreferences(edited);
      await onSaved();
    });
    if (isSaved) onBack();
  };
  return (
    <Form call={call} action={t`Save`} busyAction={t`Saving...`} onSubmit={() => void submit()} onCancel={onBack}>
      <TextArea
        label={t`About you`}
        hint={t`What should ${productName} know? Your work, your interests, what you’re working on.`}
        value={about}
        limit={MAX_INSTRUCTIONS}
        onChange={(event) => setEdited({ ...edited, about: event.target.value })}
      />
      {proposal !== '' && (
        <div className="grid gap-2 rounded-lg bg-sunken px-4 py-3">
          <p className="text-sm text-muted">{t`From your answers when you signed up:`}</p>
          <p>{proposal}</p>
          <Button
            variant="secondary"
            size="sm"
            className="justify-self-start"
            onClick={() => setEdited({ ...edited, about: proposal })}
          >{t`Use this`}</Button>
        </div>
      )}
      <TextArea
        label={t`How to answer`}
        hint={t`Short or in depth, formal or relaxed, with or without examples.`}
        value={answerStyle}
        limit={MAX_INSTRUCTIONS}
        onChange={(event) => setEdited({ ...edited, answerStyle: event.target.value })}
      />
    </Form>
  );
}

/** What the answers in the onboarding say about the user, while it is wanted; empty without any. */
function useProposal(isWanted: boolean): string {
  const { api } = useClient();
  const [proposal, setProposal] = useState('');
  useEffect(() => {
    if (!isWanted) return;
    let isStale = false;
    api.onboarding().then(
      ({ answers }) => isStale || setProposal(aboutFromAnswers(answers, LOCALE)),
      () => {
        // It is only a proposal.
      },
    );
    return () => void (isStale = true);
  }, [api, isWanted]);
  return isWanted ? proposal : '';
}
