import { dialog } from 'electron'
import type { Failed } from './server-messages.ts'

/** Asks a person whether the newest proven backup is to take the place of data that is damaged. */
export async function wantsRestore({ createdAt }: NonNullable<Failed['backup']>): Promise<boolean> {
  const made = new Date(createdAt).toLocaleString(undefined, {
    dateStyle: 'long',
    timeStyle: 'short',
  })
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'Parley’s data is damaged',
    detail: `The latest verified backup is from ${made}. Newer data will be missing. The damaged data is kept next to it for 30 days.`,
    buttons: ['Restore backup', 'Not now'],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}

/** Asks whether a backup is to be restored that this installation did not sign, and says what that means. */
export async function wantsForeign(): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'Restore a backup from elsewhere?',
    detail:
      'This installation didn’t sign this backup. It was made by another installation or an older Parley, or someone changed it. Whoever made it decides who can sign in, which API keys work, and where assistants, tools and webhooks send data.',
    buttons: ['Restore anyway', 'Not now'],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}
