import { Copy, Pencil } from 'lucide-react';
import { createPortal } from 'react-dom';
import { copyText } from '../../../kit/text/copy-text.ts';
import { Menu } from '../../../kit/controls/menu.tsx';

interface BubbleMenuProps {
  /** Where in the window the finger rests. */
  at: { x: number; y: number };
  text: string;
  onEdit: () => void;
  onClose: () => void;
}

/** What can be done with a question where there is no pointer to show the pencil to. Made for loading when it is asked for. */
export function BubbleMenu({ at, text, onEdit, onClose }: BubbleMenuProps) {
  // On the page itself: places in the window mean nothing inside a turn that is drawn by itself.
  return createPortal(
    <Menu
      items={[
        { label: 'Copy', icon: Copy, onChoose: () => void copyText(text) },
        { label: 'Edit', icon: Pencil, onChoose: onEdit },
      ]}
      onClose={onClose}
    >
      <span aria-hidden="true" className="pointer-events-none fixed size-px" style={{ left: at.x, top: at.y }} />
    </Menu>,
    document.body,
  );
}
