import { Pulse } from '../text/caret.tsx';

/** Placeholder for a picture and its buttons while it is being generated. */
export function PicturePlace() {
  return (
    <div className="mb-10 grid aspect-square w-75 max-w-full place-items-center rounded-lg bg-sunken">
      <Pulse className="h-6" />
    </div>
  );
}
