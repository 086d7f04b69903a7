import type { On } from './rows.ts';

// Where a text belongs: what has exactly these words there, or exactly this name.

export const words = ({ page }: On, says: string) => page.getByText(says, { exact: true });
export const status = ({ page }: On, says: string) => page.getByRole('status').getByText(says, { exact: true });
export const alert = ({ page }: On, says: string) => page.getByRole('alert').getByText(says, { exact: true });
export const button = ({ page }: On, says: string) =>
  page.getByRole('main').getByRole('button', { name: says, exact: true });
export const mode = ({ page }: On, says: string) => page.getByRole('radio', { name: says, exact: true });
export const heading = ({ page }: On, says: string) => page.getByRole('heading', { name: says, level: 1, exact: true });
export const placeholder = ({ page }: On, says: string) => page.getByPlaceholder(says, { exact: true });
export const inSidebar = ({ chat }: On, says: string) => chat.sidebar.getByRole('button', { name: says, exact: true });
export const sidebarWords = ({ chat }: On, says: string) => chat.sidebar.getByText(says, { exact: true });
export const entry = ({ chat }: On, says: string) => chat.sidebar.getByRole('link', { name: says, exact: true });
export const inDialog = ({ page }: On, says: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: says, exact: true });
export const toast = ({ page }: On, says: string) =>
  page.locator('main > [role=presentation]').getByText(says, { exact: true });

export const link = ({ page }: On, says: string) => page.getByRole('link', { name: says, exact: true });
export const smallHeading = ({ page }: On, says: string) =>
  page.getByRole('heading', { name: says, level: 3, exact: true });
export const inReply = ({ chat }: On, says: string) => chat.texts.getByText(says, { exact: true });
export const sidebarTitle = ({ chat }: On, says: string) => chat.sidebar.getByTitle(says, { exact: true });
export const question = ({ chat }: On, says: string) => chat.questions.getByText(says, { exact: true });
