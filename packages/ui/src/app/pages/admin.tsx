export { FiguresPage as Page } from '../../features/admin/figures-page.tsx';
