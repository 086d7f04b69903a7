import { PLANS } from '@parley/core';
import { Check, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { Wordmark } from '../../kit/wordmark.tsx';

const REASONS = [
  'Unlimited messages, at any hour',
  'Thinking, Search and Image without a counter',
  'Every conversation in sync on every device',
];

interface PricingPageProps {
  productName: string;
  onClose: () => void;
}

/** What Premium is and what it costs. This server takes no payments, and the page says so. */
export function PricingPage({ productName, onClose }: PricingPageProps) {
  useEffect(() => {
    document.title = `Premium · ${productName}`;
  }, [productName]);
  return (
    <div className="min-h-dvh bg-surface px-6 max-md:px-4">
      <div className="mx-auto w-full max-w-284">
        <header className="flex h-18 items-center justify-between">
          <Wordmark productName={productName} />
          <IconButton label="Close" icon={X} size="size-10" onClick={onClose} />
        </header>
        <main className="grid gap-12 pt-10 pb-16 md:grid-cols-[5fr_6fr] md:gap-22 md:pt-18">
          <div>
            <h1 className="max-w-80 text-[2rem]/9 font-strong tracking-display text-balance md:max-w-96 md:text-[3rem]/[3.25rem]">
              Unlock Your AI Assistant
            </h1>
            <ul className="mt-8 border-t border-hairline">
              {REASONS.map((reason) => (
                <li key={reason} className="flex items-center gap-3 border-b border-hairline py-3.5 text-note">
                  <Icon icon={Check} size="sm" className="text-accent-text" />
                  {reason}
                </li>
              ))}
            </ul>
          </div>
          <section aria-label="Plans">
            <ul className="grid gap-3">
              {PLANS.map(({ id, label, dollars, per, badge, note }) => (
                <li
                  key={id}
                  className="flex items-center justify-between gap-4 rounded-lg bg-raised px-5 py-5 inset-shadow-edge max-md:p-4"
                >
                  <div>
                    <h2 className="flex items-center gap-2.5 text-[1.0625rem]/6 font-strong">
                      {label}
                      {badge && (
                        <span className="rounded-xs bg-accent-soft px-1.5 text-[0.6875rem]/5 font-strong text-accent-text">
                          {badge}
                        </span>
                      )}
                    </h2>
                    <p className="text-muted">{note}</p>
                  </div>
                  <p className="text-right text-2xl font-strong tracking-display tabular-nums">
                    ${dollars}
                    <span className="block text-sm font-normal tracking-[0] text-muted">per {per}</span>
                  </p>
                </li>
              ))}
            </ul>
            <Button size="lg" className="mt-6 w-full" disabled aria-describedby="no-payments">
              Subscribe Now
            </Button>
            <p id="no-payments" className="mt-3 text-sm text-subtle">
              Payments are not set up on this server, so Premium cannot be bought here.
            </p>
          </section>
        </main>
      </div>
    </div>
  );
}
