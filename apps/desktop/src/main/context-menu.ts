import { Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';

const MOST_SUGGESTIONS = 5;

/** The menu of the other mouse button: spelling, and what can be done with text. */
export function offerContextMenu(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on(
    'context-menu',
    (_, { misspelledWord, dictionarySuggestions, isEditable, editFlags, selectionText }) => {
      const spelling: MenuItemConstructorOptions[] =
        misspelledWord === ''
          ? []
          : [
              ...dictionarySuggestions.slice(0, MOST_SUGGESTIONS).map((word) => ({
                label: word,
                click: () => webContents.replaceMisspelling(word),
              })),
              {
                label: 'Add to dictionary',
                click: () => void webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
              },
              { type: 'separator' },
            ];
      const editing: MenuItemConstructorOptions[] = isEditable
        ? [
            { role: 'cut', enabled: editFlags.canCut },
            { role: 'copy', enabled: editFlags.canCopy },
            { role: 'paste', enabled: editFlags.canPaste },
            { type: 'separator' },
            { role: 'selectAll' },
          ]
        : selectionText.trim() === ''
          ? []
          : [{ role: 'copy' }];
      const items = [...spelling, ...editing];
      if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
    },
  );
}
