import { t } from '@parley/core';
import { Button } from '@parley/ui/button';
import { Dialog } from '@parley/ui/dialog';
import { TextField } from '@parley/ui/text-field';
import { useState, type SubmitEvent } from 'react';

interface ServerChoiceProps {
  /** The address of the current server. */
  current: string;
  /** Resolves to why this address cannot be used, as a sentence; null if it is now the current server. */
  onUse: (address: string) => Promise<string | null>;
  onCancel: () => void;
}

/** Lets people choose their own server. Opens over anything, since its menu item always works. */
export function ServerChoice({ current, onUse, onCancel }: ServerChoiceProps) {
  const [address, setAddress] = useState(current);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setAsking(true);
    setProblem(await onUse(address).catch(() => t`Something went wrong. Please try again.`));
    setAsking(false);
  };
  return (
    <Dialog title={t`Choose a server`} onClose={onCancel}>
      <p className="mt-3 mb-5 text-muted">
        {t`This app connects to one server. Change it if you run your own or were given an address. You’ll be signed out
        here; your conversations stay on the current server.`}
      </p>
      <form className="grid w-full gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`Address`}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          placeholder="https://parley.example.com"
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-invalid={problem !== null}
          aria-describedby="server-problem"
        />
        <p id="server-problem" role="alert" className="text-danger empty:hidden">
          {problem}
        </p>
        <p className="flex flex-wrap gap-2">
          <Button type="submit" disabled={isAsking || address.trim() === ''}>
            {isAsking ? t`Connecting...` : t`Use this server`}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
