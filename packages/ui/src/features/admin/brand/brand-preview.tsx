import { completeColors, MODES, variableOf, type BrandChanges, type ColorName, type Theme, t } from '@parley/core';
import type { CSSProperties } from 'react';
import { bannerTime } from '../../../kit/text/format/banner-time.ts';

const THEMES: Theme[] = ['light', 'dark'];

/** What an empty chat looks like with these changes, in both themes. */
export function BrandPreview({ changes: { welcome, prompts = [], colors, banner } }: { changes: BrandChanges }) {
  return (
    <div role="img" aria-label={t`Preview in light and dark`} className="grid gap-4 md:grid-cols-2">
      {THEMES.map((theme) => (
        <div
          key={theme}
          data-preview={theme}
          style={variables(completeColors(colors?.[theme] ?? {}, theme))}
          className="overflow-hidden rounded-lg bg-surface text-ink inset-shadow-edge"
        >
          {banner && (
            <p
              className={
                theme === 'light' ? 'bg-[#faf0dc] px-4 py-2 text-[#7d5000]' : 'bg-[#33290f] px-4 py-2 text-[#e4ba6c]'
              }
            >
              <strong className="font-medium">{banner.text}</strong> {bannerTime(banner)}
            </p>
          )}
          <div className="p-5">
            <p className="mb-4 text-xl font-strong tracking-tight wrap-anywhere">
              {welcome ?? t`What’s on your mind?`}
            </p>
            <ul className="grid gap-2">
              {prompts.map(({ mode, text }, index) => (
                <li key={index} className="flex gap-3 wrap-anywhere">
                  <span className="w-20 shrink-0 text-sm text-subtle">
                    {MODES.find(({ id }) => id === mode)?.label}
                  </span>
                  {text}
                </li>
              ))}
            </ul>
            <p className="mt-5 flex items-center gap-4">
              <span className="rounded-sm bg-accent px-4 py-2 font-medium text-accent-contrast">{t`Send`}</span>
              <span className="text-accent-text underline underline-offset-3">{t`A link`}</span>
            </p>
          </div>
        </div>
      ))}
    </div>
  );
}

function variables(colors: Record<ColorName, string>): CSSProperties {
  return Object.fromEntries(
    Object.entries(colors).map(([name, color]) => [variableOf(name as ColorName), color]),
  ) as CSSProperties;
}
