import { clipboard, Menu, type BrowserWindow, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';
import { t } from '@parley/core';
import { roleItem } from './role-item.ts';

const MOST_SUGGESTIONS = 5;
type Contents = BrowserWindow['webContents'];

/** The context menu: spelling, and actions for text, links and pictures. */
export function offerContextMenu(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('context-menu', (_, params) => {
    const groups = [spelling(webContents, params), ofLink(params), ofPicture(webContents, params), editing(params)];
    const items = groups
      .filter((group) => group.length > 0)
      .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]));
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}

function spelling(
  contents: Contents,
  { misspelledWord, dictionarySuggestions }: ContextMenuParams,
): MenuItemConstructorOptions[] {
  if (misspelledWord === '') return [];
  return [
    ...dictionarySuggestions.slice(0, MOST_SUGGESTIONS).map((word) => ({
      label: word,
      click: () => contents.replaceMisspelling(word),
    })),
    {
      label: t`Add to Dictionary`,
      click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
  ];
}

/** The app's own links mean nothing outside the app. */
function ofLink({ linkURL }: ContextMenuParams): MenuItemConstructorOptions[] {
  if (!/^(?:https?|mailto):/.test(linkURL)) return [];
  return [{ label: t`Copy Link`, click: () => void clipboard.writeText(linkURL) }];
}

function ofPicture(
  contents: Contents,
  { mediaType, hasImageContents, srcURL, x, y }: ContextMenuParams,
): MenuItemConstructorOptions[] {
  if (mediaType !== 'image' || !hasImageContents) return [];
  return [
    { label: t`Copy Image`, click: () => contents.copyImageAt(x, y) },
    { label: t`Save Image…`, click: () => contents.downloadURL(srcURL) },
  ];
}

function editing({ isEditable, editFlags, selectionText }: ContextMenuParams): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      roleItem('cut', { enabled: editFlags.canCut }),
      roleItem('copy', { enabled: editFlags.canCopy }),
      roleItem('paste', { enabled: editFlags.canPaste }),
      { type: 'separator' },
      roleItem('selectAll'),
    ];
  }
  return selectionText.trim() === '' ? [] : [roleItem('copy')];
}
