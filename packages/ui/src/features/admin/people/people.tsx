import { t } from '@parley/core';
import { useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { TextField } from '../../../kit/controls/text-field.tsx';
import { Section } from '../section.tsx';
import { AuditList } from './audit-list.tsx';
import { PersonActs } from './person-acts.tsx';
import { PersonFacts } from './person-facts.tsx';
import { usePerson } from './use-person.ts';

/** Finds a user by email address, shows the account and acts on it; below is the audit list. */
export function People({ isOwner }: { isOwner: boolean }) {
  const { person, isBusy, problem, outcome, find, act } = usePerson();
  const [hasSearched, setSearched] = useState(false);
  return (
    <div className="mb-12 grid gap-y-12">
      <Section title={t`People`}>
        <FieldsForm
          isBusy={isBusy}
          className="grid max-w-120 grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
          onSubmit={(field) => {
            setSearched(true);
            void find(field('email'));
          }}
        >
          <TextField
            label={t`Email address of an account`}
            name="email"
            type="email"
            autoComplete="off"
            required
            problem={person === null && hasSearched ? problem : null}
          />
          <Button type="submit" variant="secondary" className="min-h-11" disabled={isBusy}>{t`Find`}</Button>
        </FieldsForm>
        {person && (
          <div className="mt-6 grid gap-x-16 gap-y-8 lg:grid-cols-2">
            <PersonFacts person={person} isBusy={isBusy} onAct={(wanted, done) => void act(person, wanted, done)} />
            <PersonActs
              key={person.user._id}
              person={person}
              isOwner={isOwner}
              isBusy={isBusy}
              onAct={(wanted, done) => void act(person, wanted, done)}
            />
          </div>
        )}
        {person && problem !== null && (
          <p role="alert" className="mt-3 text-danger">
            {problem}
          </p>
        )}
        {outcome !== null && (
          <p role="status" className="mt-3 text-muted">
            {outcome}
          </p>
        )}
      </Section>
      <AuditList />
    </div>
  );
}
