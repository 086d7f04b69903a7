import { useId, type ComponentProps } from 'react';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
}

export function TextField({ label, ...props }: TextFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        {label}
      </label>
      <input
        {...props}
        id={id}
        className="h-11 w-full rounded-sm border border-control bg-raised px-3 text-body leading-6 focus-visible:border-focus focus-visible:-outline-offset-1 aria-invalid:border-danger"
      />
    </div>
  );
}
