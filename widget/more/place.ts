import type { ChatModel } from '../model.ts'

/** Within this distance of the end nobody has a place of their own, px. */
const NEAR = 64
/** A conversation that takes longer than this to come begins at its end, ms. */
const PATIENCE = 5000

/** Keeps the place in the conversation from one page of the website to the next. */
export function keepPlace(panel: HTMLElement, model: ChatModel, signal: AbortSignal): void {
  const { storage } = model.tools
  const { open, top } = storage.read()
  const deadline = Date.now() + PATIENCE
  const log = () => panel.querySelector('.log')

  function leave(): void {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = log() ?? {}
    const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR
    storage.write({ top: isAtEnd ? undefined : scrollTop })
  }

  /** Twice: the first time it is drawn with these parts still missing. */
  function restore(times: number): void {
    if (signal.aborted || Date.now() > deadline) return
    const element = model.state.conversation && log()
    if (element) element.scrollTop = top!
    if (!element || times > 0) requestAnimationFrame(() => restore(element ? times - 1 : times))
  }

  addEventListener('pagehide', leave, { signal })
  if (open && top !== undefined) restore(2)
}
