import { t } from '@parley/core';
import { useId, useState, type ComponentProps } from 'react';
import { ProblemLine } from '../notices/problem-line.tsx';

interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  /** Why the value was refused, shown below the field. */
  problem?: string | null;
}

/** A labeled input. A password can be shown while it is typed. */
export function TextField({ label, type, problem = null, ...props }: TextFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const isPassword = type === 'password';
  const refusal = problem !== null && { 'aria-invalid': true, 'aria-describedby': `${id}problem` };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          // For a password that is shown: browsers would correct it, and some send it to a spelling service.
          {...(isPassword && { autoCapitalize: 'none', spellCheck: false })}
          {...props}
          {...refusal}
          id={id}
          type={isPassword && isShown ? 'text' : type}
          className={`page-start h-11 w-full rounded-sm border border-control bg-raised ps-3 text-body leading-6 [unicode-bidi:plaintext] focus-visible:border-focus focus-visible:-outline-offset-1 aria-invalid:border-danger ${isPassword ? 'pe-14' : 'pe-3'}`}
        />
        {isPassword && (
          <button
            type="button"
            aria-controls={id}
            aria-pressed={isShown}
            className="absolute inset-y-0 end-0 rounded-sm px-3 text-sm font-medium text-muted hover:text-ink focus-visible:-outline-offset-2"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? t`Hide` : t`Show`}
          </button>
        )}
      </div>
      {problem !== null && <ProblemLine id={`${id}problem`}>{problem}</ProblemLine>}
    </div>
  );
}
