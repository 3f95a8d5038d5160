import { dialog } from 'electron'
import { type ServerHost, StartFailure } from './server-host.ts'
import type { Failed } from './server-messages.ts'

/** Starts the server. If the data is damaged and there is a backup, asks a person if it should be restored. */
export async function startOrRestore(host: Pick<ServerHost, 'start'>): Promise<void> {
  try {
    await host.start()
  } catch (error) {
    if (!(error instanceof StartFailure) || !error.backup || !(await confirmRestore(error.backup)))
      throw error
    await restore(host, error.backup.id, error)
  }
}

async function restore(host: Pick<ServerHost, 'start'>, id: string, before: StartFailure) {
  try {
    await host.start({ id, acceptForeign: false })
  } catch (failure) {
    if (!(failure instanceof StartFailure) || failure.code !== 'foreign_backup') throw failure
    if (!(await confirmForeign())) throw before
    await host.start({ id, acceptForeign: true })
  }
}

/** Asks if the latest verified backup should replace the damaged data. */
async function confirmRestore({ createdAt }: NonNullable<Failed['backup']>): Promise<boolean> {
  const createdText = new Date(createdAt).toLocaleString(undefined, {
    dateStyle: 'long',
    timeStyle: 'short',
  })
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'Parley’s data is damaged',
    detail: `The latest verified backup is from ${createdText}. Newer data will be missing. The damaged data is kept next to it for 30 days.`,
    buttons: ['Restore backup', 'Not now'],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}

/** Asks if a backup not signed by this installation should be restored, and explains the risk. */
async function confirmForeign(): Promise<boolean> {
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
