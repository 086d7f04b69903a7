import { Pulse } from '../../../kit/text/caret.tsx';

/** The place of a picture, and of the ways to keep it, while it is being drawn. */
export function PicturePlace() {
  return (
    <div className="mb-10 grid aspect-square w-75 max-w-full place-items-center rounded-lg bg-sunken">
      <Pulse className="h-6" />
    </div>
  );
}
