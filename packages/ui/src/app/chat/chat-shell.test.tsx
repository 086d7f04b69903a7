import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { SETTINGS } from '../../stores/testing/scripted-client.ts';
import { ChatShell } from './chat-shell.tsx';

afterEach(() => vi.unstubAllGlobals());

const shellOn = (isWide: boolean, isSidebarClosed: boolean, isEmpty: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
  return renderToStaticMarkup(<ChatShell settings={SETTINGS} isSidebarClosed={isSidebarClosed} isEmpty={isEmpty} />);
};

test('the shell renders without a browser, with the loading status and the message box', () => {
  const shell = shellOn(false, false, false);
  expect(shell).toContain('>Loading Parley...<');
  expect(shell).toContain('aria-label="Message"');
  expect(shell).not.toContain('aria-label="Conversations"');
  expect(shell).not.toContain('offline');
});

test('the shell of a wide page has the sidebar as the user left it', () => {
  expect(shellOn(true, false, false)).toContain('aria-label="Collapse sidebar"');
  expect(shellOn(true, true, false)).toContain('aria-label="Open sidebar"');
});

test('the shell of an empty conversation has the prompts, any other the loading state', () => {
  expect(shellOn(false, false, true)).toContain('What’s on your mind?');
  expect(shellOn(false, false, false)).toContain('aria-label="Loading the conversation"');
});
