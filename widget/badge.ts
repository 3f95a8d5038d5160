import type { More } from './rest.ts'
import { say, type Texts } from './texts.ts'

interface BadgeOptions {
  readonly rest: { need(): unknown; readonly more: More | undefined }
  readonly speech: { texts(): Texts }
  /** Sets the launcher's accessible name and the number of unread messages on it. */
  name(words: string, unread?: string): void
  emit(type: string, detail: object): unknown
}

/**
 * Shows the number of unread messages on the launcher and, while the page is hidden, in its title; reports changes to
 * the page.
 */
export function createBadge({ rest, speech, name, emit }: BadgeOptions) {
  let announced = 0

  return (count: number, label: string | undefined): void => {
    const texts = speech.texts()
    const words = count ? say(texts, 'unread', { count }) : ''
    const isAway = document.hidden
    if (isAway && count) rest.need()
    rest.more?.showInTitle(isAway ? words : '')
    name([label ?? texts.launcher, words].filter(Boolean).join(', '), words && `${count}`)
    if (count !== announced) emit('unread', { count })
    announced = count
  }
}
