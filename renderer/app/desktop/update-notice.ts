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

  function tell({ step, news }: Updates): void {
    updateReady.value = step === 'ready' ? news?.version : undefined
    if (step !== 'ready' || !news || told === news.version) return
    told = news.version
    if (address.path.value === PLACE) return
    toasts.show(t('updates.ready', { version: news.version }), {
      tone: 'info',
      action: { label: t('updates.whatIsNew'), onSelect: () => address.go(PLACE) },
      otherAction: { label: t('updates.restart'), onSelect: () => void desktop.installUpdate() },
    })
  }

  // An older app knows of no updates, and a page of a workspace elsewhere is told of none.
  if (!('updates' in desktop)) return () => undefined
  void desktop.updates().then(tell, () => undefined)
  return desktop.onUpdates(tell)
}
