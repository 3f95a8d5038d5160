/** Within this distance of the end somebody reads along, px. */
const NEAR = 64

/** Keeps the log scrolled to its end while the visitor is reading there. */
export function createReading(panel: HTMLElement, onChange: () => void) {
  let isAtEnd = true
  let isBehind = false
  let height = 0

  const log = () => panel.querySelector<HTMLElement>('.log')

  panel.addEventListener('scroll', onScroll, true)

  function onScroll({ target }: Event): void {
    const { scrollHeight, scrollTop, clientHeight } = target as HTMLElement
    if (target !== log()) return
    isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR
    if (!isAtEnd || !isBehind) return
    isBehind = false
    onChange()
  }

  /** To be called whenever something was drawn. */
  function follow(): void {
    const element = log()
    if (!element) return
    if (isAtEnd) element.scrollTop = element.scrollHeight
    else if (element.scrollHeight > height && !isBehind) {
      isBehind = true
      onChange()
    }
    height = element.scrollHeight
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
