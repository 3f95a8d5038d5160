import { t } from '../../locales/translate.ts'
import type { Desk } from '../desk.ts'
import { desktopApp } from './desktop.ts'

/** A workspace that the window can be switched to. */
export interface WorkspaceChoice {
  readonly id: string
  readonly name: string
  readonly isShown: boolean
  readonly choose: () => void
}

/** Workspaces of the surrounding desktop app, and a way to add one; undefined in a browser. */
export function workspaceChoices({ workspaces, toasts }: Pick<Desk, 'workspaces' | 'toasts'>) {
  const names = workspaces.value
  const desktop = desktopApp()
  if (!names || !desktop) return undefined
  const showError = (failure: unknown) => toasts.show(String(failure), 'danger')
  const all = [{ id: 'local', name: t('workspaces.thisComputer') }, ...names.remote]
  const choices = all.map(
    ({ id, name }): WorkspaceChoice => ({
      id,
      name,
      isShown: id === names.shown,
      choose: () => void desktop.workspaces.show(id).catch(showError),
    }),
  )
  return { choices, add: () => void desktop.workspaces.offer().catch(showError) }
}
