import type { MessageProps } from '../parts/message.tsx'
import type { Texts } from '../texts.ts'
import { wordsOf } from './words.ts'

/** The time in the visitor's manner, after its date where that is wanted. */
export function when({ language }: Texts, at: string, dateStyle?: 'medium'): string {
  return new Date(at).toLocaleString(language, { dateStyle, timeStyle: 'short' })
}

/** When a message was written, and what has become of it; of most, only read aloud. */
export function Time({ view: { texts }, message, isDated, fate }: MessageProps) {
  const words = wordsOf(texts)
  const isCutOff = message.status === 'interrupted'
  return (
    <p class={isDated || fate || isCutOff ? 'note' : 'sr'}>
      {isCutOff && `${words.interrupted} `}
      {when(texts, message.created_at!)}
      {fate && ` · ${words[fate]}`}
    </p>
  )
}
