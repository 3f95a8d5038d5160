import type { Turn } from '../../../providers/llm/generation.ts'

/** Quoted part of the existing text, characters. */
const MAX_QUOTED = 200

/** Instruction at the end of the history that makes a model continue its own answer. */
export function continuationPrompt(said: string): readonly Turn[] {
  const tail = said.slice(-MAX_QUOTED).toWellFormed()
  return [
    { role: 'assistant', content: said },
    {
      role: 'user',
      content: `Your answer was cut off. Go on with it in the same language, repeat nothing, say nothing about this request. Its last words were: ${tail}`,
    },
  ]
}

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Space between two words at the joint of a continued answer, if needed. */
export function jointBetween(said: string, next: string): string {
  const last = said.slice(-1)
  const first = next.slice(0, 1)
  const isInText = /[\p{L}\p{N}.,;:!?)]/u.test(last) && /[\p{L}\p{N}]/u.test(first)
  return isInText && !UNSPACED.test(last + first) ? ' ' : ''
}

/** Passes on only the text after the existing words, for a model that repeats them. */
export function afterWords(said: string, onText: (text: string) => void): (text: string) => void {
  let seen = ''
  return (text) => {
    const before = seen.length
    seen += text
    if (seen.length <= said.length || !seen.startsWith(said)) return
    onText(seen.slice(Math.max(before, said.length)))
  }
}

/** Inserts a space before the first text of a continuation if needed. */
export function joined(said: string, onText: (text: string) => void): (text: string) => void {
  let isFirst = said !== ''
  return (text) => {
    const joint = isFirst ? jointBetween(said, text) : ''
    if (text !== '') isFirst = false
    onText(joint + text)
  }
}

/** Passes on the text after the existing words, or all of it once it differs from them: what was seen stays. */
export function afterShared(said: string, onText: (text: string) => void): (text: string) => void {
  let seen = ''
  let pass: ((text: string) => void) | undefined
  return (text) => {
    if (pass) return pass(text)
    seen += text
    if (said.startsWith(seen)) return
    const goesOn = seen.startsWith(said)
    pass = goesOn ? onText : joined(said, onText)
    pass(goesOn ? seen.slice(said.length) : seen)
  }
}
