import type { DesktopApi, Updates } from '../../../electron/desktop-api.ts'
import { t } from '../../locales/translate.ts'
import type { Desk } from '../desk.ts'

/** Path of the updates card (screens/settings/updates-card.tsx). */
const PLACE = '/app/settings/about'

/**
 * Publishes the version that is ready to install and announces each version once, unless the operator is already on
 * that page; returns a function that stops listening.
 */
export function noticeUpdates(
  { address, toasts, updateReady }: Pick<Desk, 'address' | 'toasts' | 'updateReady'>,
  desktop: DesktopApi,
): () => void {
  let announced: string | undefined
  let isWarned = false

  function announce({ step, news, problem }: Updates): void {
    updateReady.value = step === 'ready' ? news?.version : undefined
    if (step === 'failed' && problem === 'outdated') warn()
    if (step !== 'ready' || !news || announced === news.version) return
    announced = news.version
    if (address.path.value === PLACE) return
    toasts.show(t('updates.ready', { version: news.version }), {
      tone: 'info',
      action: { label: t('updates.whatIsNew'), onSelect: () => address.go(PLACE) },
      otherAction: { label: t('updates.restart'), onSelect: () => void desktop.installUpdate() },
    })
  }

  /** The only problem worth a warning, because somebody may be withholding updates; others are silent. */
  function warn(): void {
    if (isWarned || address.path.value === PLACE) return
    isWarned = true
    toasts.show(t('updates.problems.outdated'), {
      tone: 'danger',
      action: { label: t('updates.showCard'), onSelect: () => address.go(PLACE) },
    })
  }

  // An older app has no updates API, and a page of a remote workspace gets no update events.
  if (!('updates' in desktop)) return () => undefined
  void desktop.updates().then(announce, () => undefined)
  return desktop.onUpdates(announce)
}
