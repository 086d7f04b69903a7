interface CheckboxProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A labeled checkbox. */
export function Checkbox({ label, isOn, onChange }: CheckboxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
