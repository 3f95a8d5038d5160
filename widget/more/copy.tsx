import type { View } from '../view.ts'
import { copy } from './flash.ts'
import { wordsOf } from './words.ts'

/** Puts a message on the clipboard. */
export function Copy({ view: { model, texts }, text }: { readonly view: View; text: string }) {
  return (
    <button type="button" class="copy" onClick={() => copy(model, text, wordsOf(texts).copied)}>
      {wordsOf(texts).copy}
    </button>
  )
}
