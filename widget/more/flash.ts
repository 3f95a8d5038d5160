import type { ChatModel } from '../model.ts'

/** Duration of a short message, ms. */
const LASTS = 3000

/** Says something for a moment. */
export function flash({ state, set }: ChatModel, notice: string): void {
  set({ notice })
  setTimeout(() => state.notice === notice && set({ notice: '' }), LASTS)
}

/** Puts text on the clipboard, and says so. */
export function copy(model: ChatModel, text: string, words: string): void {
  navigator.clipboard?.writeText(text).then(
    () => flash(model, words),
    () => {},
  )
}
