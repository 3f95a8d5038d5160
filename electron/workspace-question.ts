import { type BrowserWindow, dialog } from 'electron'
import type { Entry } from './workspace-check.ts'
import type { Unanswered } from './workspace-switch.ts'

/** Asks what to do about an unresponsive workspace; true to retry. */
export async function askAboutUnanswered(
  { workspace, fault, fallback, signal }: Unanswered,
  parent: BrowserWindow | undefined,
): Promise<boolean> {
  const alternative = fallback ?? 'This computer'
  const isRefused = fault === 'unsandboxed'
  const question = {
    type: 'warning' as const,
    message: isRefused
      ? `${workspace.name} can’t be shown here`
      : `${workspace.name} isn’t responding`,
    detail: `${reasonOf(fault)}\n${workspace.address}${isRefused ? '' : '\n\nParley keeps trying.'}`,
    buttons: isRefused ? [alternative] : ['Try again', alternative],
    defaultId: 0,
    cancelId: isRefused ? 0 : 1,
    signal,
  }
  const { response } = await (parent
    ? dialog.showMessageBox(parent, question)
    : dialog.showMessageBox(question))
  return !isRefused && response === 0
}

function reasonOf(fault: Entry): string {
  if (fault === 'certificate') return 'Its certificate isn’t trusted, so nothing was sent.'
  if (fault === 'unsandboxed')
    return 'This system doesn’t let Parley isolate pages, so those of other servers aren’t shown.'
  if (fault === 'not-parley') return 'Another service is running at its address.'
  return 'It may be off, or the connection may be down.'
}
