import { t } from '@parley/core';
import { useLoader } from '../../kit/hooks/use-loader.ts';

export function LoadingScreen({ productName }: { productName: string }) {
  const { isShown, fades } = useLoader();
  const look = isShown ? (fades ? 'animate-appear' : '') : 'invisible';
  return (
    <main className="grid min-h-dvh place-items-center bg-surface">
      <p role="status" className={`flex items-center gap-2.5 text-muted ${look}`}>
        <span className="h-3.5 w-0.5 animate-breathe rounded-[1px] bg-line still:animate-none" />
        {t`Loading ${productName}...`}
      </p>
    </main>
  );
}
