import type { Updates } from './desktop-api.ts'
import { showNote } from './notes.ts'

export interface UpdateNotifierNeeds {
  /** Reports whether the window shows this computer's own pages, which have the update card. */
  readonly isHome: () => boolean
  readonly notify: (updates: Updates) => void
  /** Brings the card to the front. */
  readonly showCard: () => void
}

/**
 * Reports updates to the window. Remote pages are not told, so system notifications report, once each, a ready update
 * or an outdated feed.
 */
export function createTellUpdates({ isHome, notify, showCard }: UpdateNotifierNeeds) {
  let announced: string | undefined
  let isWarned = false
  return (updates: Updates): void => {
    if (isHome()) {
      notify(updates)
      return
    }
    const { step, news, problem } = updates
    if (step === 'failed' && problem === 'outdated' && !isWarned) {
      isWarned = true
      showNote(
        {
          title: 'The update feed is out of date',
          body: 'New versions may be withheld. Click for details.',
        },
        { show: showCard, reply: () => undefined },
      )
    }
    if (step !== 'ready' || !news || announced === news.version) return
    announced = news.version
    showNote(
      { title: `Parley ${news.version} is ready to install`, body: 'Click to see what’s new.' },
      { show: showCard, reply: () => undefined },
    )
  }
}
