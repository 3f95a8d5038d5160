import { Notice } from '../parts/notice.tsx'
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
      <Notice {...view} text={words.ended} verb={words.again} act={() => startOver(model)} />
    </>
  )
}

/** No chat is offered here. */
export function Gone(view: View) {
  return <Notice {...view} text={wordsOf(view.texts).gone} isTrouble />
}
