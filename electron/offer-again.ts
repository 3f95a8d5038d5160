import { app, dialog } from 'electron'

/** Says what does not work, and offers to try it again or to quit. */
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
