import type { Brand } from '@parley/core';

type Picture = NonNullable<NonNullable<Brand['landing']>['picture']>;

/** The operator's picture, in place of the played conversations. */
export function OwnPicture({ src, dark, alt, width, height }: Picture) {
  const size = { width, height, loading: 'lazy' } as const;
  return (
    <>
      <img
        {...size}
        alt={alt}
        src={src}
        className={`h-auto w-full rounded-lg ${dark === undefined ? '' : 'dark:hidden'}`}
      />
      {dark !== undefined && (
        <img {...size} alt={alt} src={dark} className="hidden h-auto w-full rounded-lg dark:block" />
      )}
    </>
  );
}
