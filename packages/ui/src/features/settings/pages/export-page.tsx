import { t } from '@parley/core';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { saveFile } from '../../../kit/text/save-file.ts';
import { useClient } from '../../../stores/client.ts';
import { useCall } from '../use-call.ts';
import { Form } from './form.tsx';
import { OwnerField, ownerProblem, ownerProof, type Owner } from './owner-field.tsx';

interface ExportPageProps {
  owner: Owner;
  /** Reads the account again. */
  onExported: () => Promise<void>;
  onBack: () => void;
}

/** Downloads everything in an account with an authenticator app, after a code. */
export function ExportPage({ owner, onExported, onBack }: ExportPageProps) {
  const { api, platform } = useClient();
  const call = useCall();
  const submit = async (field: (name: string) => string) => {
    const refused = ownerProblem(owner, field);
    call.refuse(refused);
    if (refused !== null) return;
    const isSaved = await call.run(async () => {
      const day = new Date().toISOString().slice(0, 10);
      const bytes = await (await api.account()).export(ownerProof(owner, field));
      saveFile(bytes, `${platform.settings.productName} ${day}.zip`);
    });
    if (!isSaved) return;
    await onExported();
    onBack();
  };
  return (
    <Form
      call={call}
      action={t`Export`}
      busyAction={t`Preparing...`}
      onCancel={onBack}
      onSubmit={(field) => void submit(field)}
    >
      <p className="text-muted">{t`You get one file with all your conversations and files, once a day.`}</p>
      <OwnerField ref={focusOnMount} owner={owner} call={call} />
    </Form>
  );
}
