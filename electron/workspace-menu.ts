import type { MenuItemConstructorOptions } from 'electron'
import { LOCAL, type Workspaces } from './workspaces.ts'

export interface WorkspaceMenuNeeds {
  readonly workspaces: Pick<Workspaces, 'list' | 'shown'>
  readonly show: (id: string) => void
  readonly offer: () => void
}

/** So many have a key of their own. */
const KEYS = 9

/** The workspaces to choose from; the one that is shown has a mark. */
export function workspaceItems({
  workspaces,
  show,
}: Omit<WorkspaceMenuNeeds, 'offer'>): MenuItemConstructorOptions[] {
  // Command, Shift and a number take pictures of the screen on macOS; Control, Alt and one write ² on others.
  const keys = process.platform === 'darwin' ? 'Cmd+Alt' : 'Ctrl+Shift'
  return [{ id: LOCAL, name: 'This Computer' }, ...workspaces.list].map(({ id, name }, index) => ({
    // A single one would underline the letter after it.
    label: name.replaceAll('&', '&&'),
    type: 'radio',
    checked: id === workspaces.shown,
    click: () => show(id),
    ...(index < KEYS && { accelerator: `${keys}+${index + 1}` }),
  }))
}

/** The menu *Workspaces*. */
export function workspaceMenu(needs: WorkspaceMenuNeeds): MenuItemConstructorOptions {
  return {
    label: 'Workspaces',
    submenu: [
      ...workspaceItems(needs),
      { type: 'separator' },
      { label: 'Add Workspace…', click: needs.offer },
    ],
  }
}
