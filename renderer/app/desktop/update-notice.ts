import type { DesktopApi, Updates } from '../../../electron/desktop-api.ts'
import { t } from '../../locales/translate.ts'
import type { Desk } from '../desk.ts'

/** Where the card of updates is (screens/settings/updates-card.tsx). */
const PLACE = '/app/settings/about'

/**
 * Has the desk know which version is ready, and says it once of each, unless the operator looks at it already; the answer
 * ends that.
 */
export function noticeUpdates(
  { address, toasts, updateReady }: Pick<Desk, 'address' | 'toasts' | 'updateReady'>,
  desktop: DesktopApi,
): () => void {
  let told: string | undefined
  let isWarned = false

  function tell({ step, news, problem }: Updates): void {
    updateReady.value = step === 'ready' ? news?.version : undefined
    if (step === 'failed' && problem === 'outdated') warn()
    if (step !== 'ready' || !news || told === news.version) return
    told = news.version
    if (address.path.value === PLACE) return
    toasts.show(t('updates.ready', { version: news.version }), {
      tone: 'info',
      action: { label: t('updates.whatIsNew'), onSelect: () => address.go(PLACE) },
      otherAction: { label: t('updates.restart'), onSelect: () => void desktop.installUpdate() },
    })
  }

  /** Of all problems this one goes on in silence: somebody may be keeping new versions back. */
  function warn(): void {
    if (isWarned || address.path.value === PLACE) return
    isWarned = true
    toasts.show(t('updates.problems.outdated'), {
      tone: 'danger',
      action: { label: t('updates.showCard'), onSelect: () => address.go(PLACE) },
    })
  }

  // An older app knows of no updates, and a page of a workspace elsewhere is told of none.
  if (!('updates' in desktop)) return () => undefined
  void desktop.updates().then(tell, () => undefined)
  return desktop.onUpdates(tell)
}
