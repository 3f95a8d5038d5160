import type { ChatModel } from '../model.ts'

/** Within this distance of the end nobody has a place of their own, px. */
const TOLERANCE = 64
/** A conversation that takes longer than this to come begins at its end, ms. */
const TIMEOUT = 5000
/** Frames for which the restored place has to hold. */
const STABLE_FRAMES = 10

/** Keeps the place in the conversation from one page of the website to the next. */
export function keepPlace(panel: HTMLElement, model: ChatModel, signal: AbortSignal): void {
  const { storage } = model.tools
  const { open, top } = storage.read()
  let deadline = Date.now() + TIMEOUT
  const log = () => panel.querySelector('.log')

  function leave(): void {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = log() ?? {}
    const isAtEnd = scrollHeight - scrollTop - clientHeight < TOLERANCE
    storage.write({ top: isAtEnd ? undefined : scrollTop })
  }

  /** Until it has stayed there: messages that are drawn late move the log to its end. */
  function restore(frames: number): void {
    if (signal.aborted || Date.now() > deadline) return
    const element = model.state.conversation && log()
    const isThere = element && Math.abs(element.scrollTop - top!) < 1
    if (element && !isThere) element.scrollTop = top!
    if (frames < STABLE_FRAMES) requestAnimationFrame(() => restore(isThere ? frames + 1 : 0))
  }

  addEventListener('pagehide', leave, { signal })
  if (!open || top === undefined) return
  restore(0)
  // Whoever scrolls has another place by now.
  for (const type of ['wheel', 'touchmove', 'keydown'])
    panel.addEventListener(type, () => (deadline = 0), { signal })
}
