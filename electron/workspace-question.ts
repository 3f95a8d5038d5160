import { type BrowserWindow, dialog } from 'electron'
import type { Entry } from './workspace-check.ts'
import type { Unanswered } from './workspace-switch.ts'

/** Asks what to do about a workspace that does not answer; true when it is to be tried again. */
export async function askAboutUnanswered(
  { workspace, fault, instead, signal }: Unanswered,
  parent: BrowserWindow | undefined,
): Promise<boolean> {
  const question = {
    type: 'warning',
    message: `${workspace.name} isn’t responding`,
    detail: `${whyOf(fault)}\n${workspace.address}\n\nParley keeps trying.`,
    buttons: ['Try again', instead ?? 'This computer'],
    defaultId: 0,
    cancelId: 1,
    signal,
  } as const
  const { response } = await (parent
    ? dialog.showMessageBox(parent, { ...question, buttons: [...question.buttons] })
    : dialog.showMessageBox({ ...question, buttons: [...question.buttons] }))
  return response === 0
}

function whyOf(fault: Entry): string {
  if (fault === 'certificate') return 'Its certificate isn’t trusted, so nothing was sent.'
  if (fault === 'not-parley') return 'Another service is running at its address.'
  return 'It may be off, or the connection may be down.'
}
