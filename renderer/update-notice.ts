import type { DesktopApi, Updates } from '../electron/desktop-api.ts'
import type { Desk } from './desk.ts'
import { updatesTexts as t } from './texts/updates.ts'

/** Where the card of updates is (screens/settings/updates-card.tsx). */
const PLACE = '/app/settings/about'

/** Says once of each version that it is ready, unless the operator looks at it already; the answer ends that. */
export function noticeUpdates(
  { address, toasts }: Pick<Desk, 'address' | 'toasts'>,
  desktop: DesktopApi,
): () => void {
  let told: string | undefined

  function tell({ step, news }: Updates): void {
    if (step !== 'ready' || !news || told === news.version) return
    told = news.version
    if (address.path.value === PLACE) return
    toasts.show(t.ready(news.version), {
      tone: 'info',
      stay: 'open',
      action: { label: t.whatIsNew, onSelect: () => address.go(PLACE) },
      otherAction: { label: t.restart, onSelect: () => void desktop.installUpdate() },
    })
  }

  // An older app knows of no updates, and a page of a workspace elsewhere is told of none.
  if (!('updates' in desktop)) return () => undefined
  void desktop.updates().then(tell, () => undefined)
  return desktop.onUpdates(tell)
}
