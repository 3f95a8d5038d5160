import { Icon } from '../parts/icon.tsx'
import type { View } from '../view.ts'
import { rareParts } from './rare.ts'
import { wordsOf } from './words.ts'

/** Opens a choice of emoji, which comes then; phones have one on their keyboards. */
export function EmojiButton(view: View) {
  const { model, texts, focus } = view
  const { isChoosing, draft } = model.state
  const rare = isChoosing && rareParts(model)
  const words = wordsOf(texts)
  let button: HTMLElement | null = null

  /** Puts it where the caret is, and the caret behind it. */
  function insert(emoji: string): void {
    const field = button!.closest('form')!.querySelector('textarea')!
    const { selectionStart: start, selectionEnd: end } = field
    model.set({ isChoosing: false })
    model.write(draft.slice(0, start) + emoji + draft.slice(end))
    focus()
    const caret = start + emoji.length
    requestAnimationFrame(() => requestAnimationFrame(() => field.setSelectionRange(caret, caret)))
  }

  return (
    <>
      <button
        type="button"
        class="icon smile"
        title={words.emoji}
        aria-label={words.emoji}
        aria-expanded={isChoosing}
        ref={(element) => {
          button = element
        }}
        onClick={() => model.set({ isChoosing: !isChoosing })}
      >
        <Icon path="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9 10h.01M15 10h.01M8.500 14.500q3.500 3.500 7 0" />
      </button>
      {rare && <rare.Emoji {...view} choose={insert} />}
    </>
  )
}
