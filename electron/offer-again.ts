import { app, dialog } from 'electron'

/** Reports a failure, and offers to retry or quit. */
export async function offerAgain(
  message: string,
  detail: string,
  again: () => unknown,
): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message,
    detail,
    buttons: ['Try again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  })
  if (response === 0) await again()
  else app.quit()
}
