import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'

/** Says what comes next once a restore is under way, and begins anew with what was restored as soon as it is served. */
export function comesBack(
  { live, session, toasts }: Pick<Desk, 'live' | 'session' | 'toasts'>,
  restarts: boolean,
): void {
  toasts.show(restarts ? t('backups.restored') : t('backups.restartYourself'))
  // What the screens hold is of the time before.
  if (!restarts) return
  live.onResume(() => location.reload())
  // Restoring ends every session, this one too.
  session.isSignedIn.subscribe((isSignedIn) => {
    if (!isSignedIn) location.reload()
  })
}
