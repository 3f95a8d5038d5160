import type { ChatModel } from '../model.ts'

/** Duration of a brief notice, ms. */
const DURATION = 3000

/** Shows a brief notice. */
export function flash({ state, set }: ChatModel, notice: string): void {
  set({ notice })
  setTimeout(() => state.notice === notice && set({ notice: '' }), DURATION)
}

/** Copies text to the clipboard and confirms it. */
export function copy(model: ChatModel, text: string, words: string): void {
  navigator.clipboard?.writeText(text).then(
    () => flash(model, words),
    () => {},
  )
}
