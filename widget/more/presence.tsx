import type { View } from '../view.ts'
import { wordsOf } from './words.ts'

/** Says how soon an answer comes: the assistant's right away, and a person's while one is there. */
export function Presence({ model: { state }, texts }: View) {
  const { rightAway, online } = wordsOf(texts)
  const isPerson = state.conversation?.ai_enabled === false
  if (!isPerson) return <> · {rightAway}</>
  return state.assistant?.team_online ? <> · {online}</> : null
}
