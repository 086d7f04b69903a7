import type { ReactNode } from 'react';
import { useSession } from '../stores/client.ts';
import { lazyPage } from './lazy-page.tsx';

const FiguresPage = lazyPage('figures', async () => (await import('../features/admin/figures-page.tsx')).FiguresPage);

/** The figures for admins; for everybody else what any unknown address leads to. */
export function AdminScreen({ otherwise }: { otherwise: ReactNode }) {
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  return isAdmin ? <FiguresPage /> : otherwise;
}
