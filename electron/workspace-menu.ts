import type { MenuItemConstructorOptions } from 'electron'
import { LOCAL, type Workspaces } from './workspaces.ts'

export interface WorkspaceMenuNeeds {
  readonly workspaces: Pick<Workspaces, 'list' | 'shown'>
  readonly show: (id: string) => void
  readonly offer: () => void
}

/** Number of workspaces with a keyboard shortcut. */
const MAX_SHORTCUTS = 9

/** Menu items of the workspaces; the shown one is checked. */
export function workspaceItems({
  workspaces,
  show,
}: Omit<WorkspaceMenuNeeds, 'offer'>): MenuItemConstructorOptions[] {
  // Cmd+Shift+number takes screenshots on macOS; Ctrl+Alt+number types characters such as ² elsewhere.
  const keys = process.platform === 'darwin' ? 'Cmd+Alt' : 'Ctrl+Shift'
  return [{ id: LOCAL, name: 'This Computer' }, ...workspaces.list].map(({ id, name }, index) => ({
    // A single one would underline the letter after it.
    label: name.replaceAll('&', '&&'),
    type: 'radio',
    checked: id === workspaces.shown,
    click: () => show(id),
    ...(index < MAX_SHORTCUTS && { accelerator: `${keys}+${index + 1}` }),
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
