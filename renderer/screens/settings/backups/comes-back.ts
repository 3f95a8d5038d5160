import type { Desk } from '../../../desk.ts'
import { backupTexts as t } from '../../../texts/backups.ts'

/** Says what comes next once a restore is under way, and begins anew with what was restored as soon as it is served. */
export function comesBack(
  { live, toasts }: Pick<Desk, 'live' | 'toasts'>,
  restarts: boolean,
): void {
  toasts.show(restarts ? t.restored : t.restartYourself)
  // What the screens hold is of the time before.
  if (restarts) live.onResume(() => location.reload())
}
