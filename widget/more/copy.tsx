import { Icon } from '../parts/icon.tsx'
import type { View } from '../view.ts'
import { copy } from './flash.ts'
import { wordsOf } from './words.ts'

/** Puts a text on the clipboard. */
export function Copy({ view: { model, texts }, text }: { readonly view: View; text: string }) {
  const words = wordsOf(texts)
  return (
    <button
      type="button"
      class="icon copy"
      title={words.copy}
      aria-label={words.copy}
      onClick={() => copy(model, text, words.copied)}
    >
      <Icon path="M9 9h11v11H9zM5 15H4V4h11v1" />
    </button>
  )
}
