import { Button } from '../../kit/controls/button.tsx';
import { ManageButton } from './manage-button.tsx';

interface HasPremiumProps {
  /** Admins have every feature without a plan, so they have nothing to manage. */
  isAdmin: boolean;
  onClose: () => void;
}

/** Replaces the plans for users who need none. */
export function HasPremium({ isAdmin, onClose }: HasPremiumProps) {
  return (
    <div className="grid gap-3 rounded-lg bg-raised p-6 inset-shadow-edge">
      <h2 className="text-[1.0625rem]/6 font-strong">You have Premium</h2>
      <p className="mb-3 text-muted">
        {isAdmin
          ? 'Admins have every Premium feature without a plan.'
          : 'You have unlimited messages in every mode. Change or cancel your plan anytime.'}
      </p>
      <Button size="lg" className="w-full" onClick={onClose}>
        Go to chat
      </Button>
      {!isAdmin && <ManageButton />}
    </div>
  );
}
