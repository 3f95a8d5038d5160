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
