import type { View } from '../view.ts'
import { startOver } from './moves.ts'
import { Rating } from './rating.tsx'
import { wordsOf } from './words.ts'

/** The end of a conversation: how it was, and the way to another. */
export function Ended(view: View) {
  const { model, texts, settings } = view
  const words = wordsOf(texts)
  return (
    <>
      {settings.hasRating && <Rating {...view} />}
      <div class="notice" role="alert">
        <p>{words.ended}</p>
        <button type="button" onClick={() => startOver(model)}>
          {words.again}
        </button>
      </div>
    </>
  )
}

/** No chat is offered here. */
export function Gone({ texts, settings }: View) {
  return (
    <div class="notice" role="alert">
      <p>{wordsOf(texts).gone}</p>
      {settings.fallback && <a href={settings.fallback}>{texts.elsewhere}</a>}
    </div>
  )
}
