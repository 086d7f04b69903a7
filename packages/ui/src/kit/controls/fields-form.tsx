import type { ComponentProps } from 'react';

interface FieldsFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Ignores submits while true. */
  isBusy: boolean;
  /** `field` returns the text of the field with this name. */
  onSubmit: (field: (name: string) => string, form: HTMLFormElement) => void;
}

/** A form that never leaves the page and leaves all validation to its caller. */
export function FieldsForm({ isBusy, onSubmit, ...props }: FieldsFormProps) {
  return (
    <form
      {...props}
      noValidate
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        const fields = new FormData(event.currentTarget);
        onSubmit((name) => String(fields.get(name) ?? ''), event.currentTarget);
      }}
    />
  );
}
