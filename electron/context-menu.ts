import {
  type BrowserWindow,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
} from 'electron'
import { logProblem } from './log.ts'

type Clicked = Pick<
  ContextMenuParams,
  | 'isEditable'
  | 'editFlags'
  | 'selectionText'
  | 'linkURL'
  | 'misspelledWord'
  | 'dictionarySuggestions'
>

/** Actions of the context menu: replace a misspelled word, add a word to the dictionary, copy. */
export interface WordActions {
  readonly replace: (word: string) => void
  readonly learn: (word: string) => void
  readonly copy: (text: string) => void
}

/** The context menu: spelling, clipboard and links, as far as applicable. */
export function contextTemplate(
  clicked: Clicked,
  actions: WordActions,
): MenuItemConstructorOptions[] {
  const { isEditable, editFlags, selectionText, linkURL, misspelledWord } = clicked
  const groups: MenuItemConstructorOptions[][] = [
    misspelledWord
      ? [
          ...clicked.dictionarySuggestions.map((word) => ({
            label: word,
            click: () => actions.replace(word),
          })),
          { label: 'Add to Dictionary', click: () => actions.learn(misspelledWord) },
        ]
      : [],
    /^https?:/.test(linkURL) ? [{ label: 'Copy Link', click: () => actions.copy(linkURL) }] : [],
    isEditable
      ? [
          { role: 'cut', enabled: editFlags.canCut },
          { role: 'copy', enabled: editFlags.canCopy },
          { role: 'paste', enabled: editFlags.canPaste },
          { role: 'selectAll' },
        ]
      : selectionText.trim() === ''
        ? []
        : [{ role: 'copy' }],
  ]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' }, ...group]))
}

/** Adds the context menu to a window. */
export function offerContextMenu(window: BrowserWindow): void {
  const { webContents } = window
  webContents.on('context-menu', (_event, clicked) => {
    const template = contextTemplate(clicked, {
      replace: (word) => webContents.replaceMisspelling(word),
      learn: (word) => webContents.session.addWordToSpellCheckerDictionary(word),
      copy: (text) => void clipboard.writeText(text).catch(logProblem),
    })
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window })
  })
}
