import { say } from '../texts.ts'
import type { View } from '../view.ts'
import { wordsOf } from './words.ts'

/** Characters left at which the counter appears. */
const WARN_AT = 200

/** Says how much room a message still has, or by how much it is too long. */
export function Limit({ texts, left }: View & { readonly left: number }) {
  if (left > WARN_AT) return null
  return <>{say(wordsOf(texts), left < 0 ? 'tooLong' : 'left', { count: Math.abs(left) })}</>
}
