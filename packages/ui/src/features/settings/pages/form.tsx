import { t } from '@parley/core';
import type { ReactNode } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { FieldsForm } from '../../../kit/controls/fields-form.tsx';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import type { CallState } from '../use-call.ts';

/** Id of the error message of a form; its fields reference it. */
export const PROBLEM_ID = 'settings-problem';

interface FormProps {
  call: CallState;
  action: string;
  busyAction: string;
  isDangerous?: boolean;
  /** Whether there is something to submit. */
  isReady?: boolean;
  onSubmit: (field: (name: string) => string) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form with its fields, one place for errors, and buttons to submit and cancel. */
export function Form(props: FormProps) {
  const { call, action, busyAction, isDangerous = false, isReady = true, onSubmit, onCancel, children } = props;
  return (
    <FieldsForm className="mt-4 grid gap-4" isBusy={call.isBusy} onSubmit={onSubmit}>
      {children}
      {call.problem !== null && <ProblemLine id={PROBLEM_ID}>{call.problem}</ProblemLine>}
      <div className="mt-2 flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>{t`Cancel`}</Button>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} disabled={call.isBusy || !isReady}>
          {call.isBusy ? busyAction : action}
        </Button>
      </div>
    </FieldsForm>
  );
}
