import { t } from '@parley/core';
import { createPortal } from 'react-dom';
import { CopyIcon, EditIcon } from '../../../../kit/icons/icons.ts';
import { Menu } from '../../../../kit/controls/menu.tsx';

interface BubbleMenuProps {
  /** Position of the finger in the window. */
  at: { x: number; y: number };
  onCopy: () => void;
  onEdit: () => void;
  onClose: () => void;
}

/** Long-press menu of a question, for touch devices, where no pointer reveals the pencil. Loaded lazily. */
export function BubbleMenu({ at, onCopy, onEdit, onClose }: BubbleMenuProps) {
  // Rendered into the body: `content-visibility` on the row would make it the containing block of a fixed element.
  return createPortal(
    <Menu
      items={[
        { label: t`Copy`, icon: CopyIcon, onChoose: onCopy },
        { label: t`Edit`, icon: EditIcon, onChoose: onEdit },
      ]}
      onClose={onClose}
    >
      <span aria-hidden="true" className="pointer-events-none fixed size-px" style={{ left: at.x, top: at.y }} />
    </Menu>,
    document.body,
  );
}
