import type { Conversation } from './conversation.ts'

/** Distance from the end within which the visitor counts as reading along, px. */
const TOLERANCE = 64

/** Keeps the log scrolled to its end while the visitor is reading there. */
export function createReading(panel: HTMLElement, onChange: () => void) {
  let isAtEnd = true
  let isBehind = false
  let top = 0
  /** Last message of others as it was drawn last. */
  let known: string | undefined

  const log = () => panel.querySelector<HTMLElement>('.log')

  panel.addEventListener('scroll', onScroll, true)

  function onScroll({ target }: Event): void {
    const { scrollHeight, scrollTop, clientHeight } = target as HTMLElement
    if (target !== log()) return
    // What grows leaves nobody behind; only going up does.
    isAtEnd = scrollHeight - scrollTop - clientHeight < TOLERANCE || (isAtEnd && scrollTop >= top)
    top = scrollTop
    if (!isAtEnd || !isBehind) return
    isBehind = false
    onChange()
  }

  /** Call after every render. */
  function follow(conversation: Conversation | undefined): void {
    const element = log()
    if (!element) return
    const last = conversation?.messages.findLast(({ author }) => author !== 'visitor')
    const said = last && last.id + last.content
    if (isAtEnd) {
      element.scrollTop = element.scrollHeight
      top = element.scrollTop
    } else if (known !== undefined && said !== known && !isBehind) {
      isBehind = true
      onChange()
    }
    known = said
  }

  function toEnd(): void {
    isAtEnd = true
    isBehind = false
    onChange()
  }

  return {
    follow,
    toEnd,
    get isBehind() {
      return isBehind
    },
  }
}
