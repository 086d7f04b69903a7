import { Dialog as Primitive } from 'radix-ui';
import { useRef, type ComponentProps } from 'react';
import { isComposing } from '../hooks/is-composing.ts';
import { Scrim } from './scrim.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface DialogFrameProps extends ComponentProps<typeof Primitive.Content> {
  placement: ComponentProps<typeof Scrim>['placement'];
  /** Called when the user goes back in the history; `onClose` by default. */
  onBack?: () => void;
  onClose: () => void;
  /** Finds what gets the focus afterwards if the element that had it is gone. */
  returnsTo?: (() => HTMLElement | null) | undefined;
}

/**
 * A raised card above the page, with a scrim, focus trap and focus return. It is open as long as it is mounted. A press
 * on the scrim closes it, unless that would discard what was written into a text area.
 */
export function DialogFrame({
  placement,
  onClose,
  onBack = onClose,
  returnsTo,
  className = '',
  ...props
}: DialogFrameProps) {
  const returnFocus = useFocusReturn(returnsTo);
  const written = useRef<HTMLTextAreaElement>(null);
  const wouldDiscard = () => Boolean(written.current?.isConnected && written.current.value !== '');
  return (
    <Primitive.Root open onOpenChange={onClose}>
      <Primitive.Portal>
        {/* Radix listens for a press outside only a moment after opening, and would miss a quick one. */}
        <Scrim placement={placement} onBack={onBack} onPress={() => wouldDiscard() || onClose()}>
          <Primitive.Content
            onInteractOutside={(event) => wouldDiscard() && event.preventDefault()}
            {...props}
            onCloseAutoFocus={returnFocus}
            onEscapeKeyDown={(event) => isComposing(event) && event.preventDefault()}
            onInput={({ target }) => {
              if (target instanceof HTMLTextAreaElement) written.current = target;
            }}
            // Radix does not scroll when it moves the focus from the last control to the first.
            onKeyUp={({ key, target }) => key === 'Tab' && (target as Element).scrollIntoView({ block: 'nearest' })}
            className={`animate-rise bg-raised shadow-dialog outline-none ${className}`}
          />
        </Scrim>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
