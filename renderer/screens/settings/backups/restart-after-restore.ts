import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'

/** Explains what happens next during a restore, and restarts the app once the restored data is served. */
export function restartAfterRestore(
  { live, session, toasts }: Pick<Desk, 'live' | 'session' | 'toasts'>,
  restarts: boolean,
): void {
  toasts.show(restarts ? t('backups.restored') : t('backups.restartYourself'))
  // The screens show data from before the restore.
  if (!restarts) return
  live.onResume(() => location.reload())
  // A restore ends all sessions, including this one.
  session.isSignedIn.subscribe((isSignedIn) => {
    if (!isSignedIn) location.reload()
  })
}
