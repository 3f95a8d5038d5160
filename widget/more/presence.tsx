import type { View } from '../view.ts'
import { teamWords } from './face.tsx'
import { wordsOf } from './words.ts'

/** Says how soon an answer comes: the assistant's right away, and a person's as soon as people usually reply. */
export function Presence(view: View) {
  const { state } = view.model
  const isPerson = state.conversation?.ai_enabled === false
  if (state.asleep?.isOn) return null
  const words = isPerson ? teamWords(view, false) : wordsOf(view.texts).rightAway
  return words ? <> · {words}</> : null
}
