import { t } from '@parley/core';
import type { ReactNode } from 'react';
import { Button } from '../../../kit/controls/button.tsx';

interface ProgressBarProps {
  label: string;
  /** From 0 to 1. */
  share: number;
  cancelText?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** A bar with what is going on below it, and a button to end it. */
export function ProgressBar({ label, share, cancelText = t`Cancel`, onCancel, children }: ProgressBarProps) {
  return (
    <div className="mt-6">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={Math.round(share * 100)}
        className="h-2 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full origin-left rtl:origin-right bg-accent" style={{ transform: `scaleX(${share})` }} />
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {children}
        </p>
        <Button variant="secondary" size="sm" className="max-md:min-h-11" onClick={onCancel}>
          {cancelText}
        </Button>
      </div>
    </div>
  );
}
