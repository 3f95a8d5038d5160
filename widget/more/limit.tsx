import { say } from '../texts.ts'
import type { View } from '../view.ts'
import { wordsOf } from './words.ts'

/** Characters left at which the counter appears. */
const NEAR = 200

/** Says how much room a message still has, or by how much it is too long. */
export function Limit({ texts, left }: View & { readonly left: number }) {
  if (left > NEAR) return null
  return <>{say(wordsOf(texts), left < 0 ? 'tooLong' : 'left', { count: Math.abs(left) })}</>
}
