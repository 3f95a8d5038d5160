import type { More } from './rest.ts'
import { say, type Texts } from './texts.ts'

interface BadgeOptions {
  readonly rest: { need(): unknown; readonly more: More | undefined }
  readonly speech: { texts(): Texts }
  /** Says what the launcher is, and how many messages are unread. */
  name(words: string, unread?: string): void
  emit(type: string, detail: object): unknown
}

/** Says how many messages are unread: on the launcher, in the title of a page that nobody looks at, and to the page. */
export function createBadge({ rest, speech, name, emit }: BadgeOptions) {
  let told = 0

  return (count: number, label: string | undefined): void => {
    const texts = speech.texts()
    const words = count ? say(texts, 'unread', { count }) : ''
    const isAway = document.hidden
    if (isAway && count) rest.need()
    rest.more?.showInTitle(isAway ? words : '')
    name([label ?? texts.launcher, words].filter(Boolean).join(', '), words && `${count}`)
    if (count !== told) emit('unread', { count })
    told = count
  }
}
