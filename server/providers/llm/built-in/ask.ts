import { emailIn, isBareName, nameIn, phoneIn } from '../../../language/contact-details.ts'
import { fold } from '../../../language/stem.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { type FieldQuestions, fieldQuestionsFor } from './field-questions.ts'
import type { Wanted } from './options.ts'

/** An earlier turn. */
export interface EarlierTurn {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** The next field to ask for, and whether the last message filled one. */
export interface NextField {
  /** The question for the first missing field; undefined if none is missing, or it was just asked. */
  readonly question: string | undefined
  /** True if the last message answers the question before it. */
  readonly isAnswer: boolean
}

/**
 * Determines which fields are still missing. Email addresses, phone numbers and names are recognised anywhere by their
 * form; other fields count as filled once they were asked for and the visitor has replied.
 */
export function askFor(
  wanted: readonly Wanted[],
  known: readonly string[],
  said: readonly EarlierTurn[],
  language: KnownLanguage,
): NextField {
  const words = fieldQuestionsFor(language)
  const asked = wanted
    .filter(({ type, name }) => type !== 'bool' && !known.includes(name))
    .map((field) => ({ field, question: questionFor(field, words) }))
  const before = said.at(-2)
  const missing = asked.filter(({ field, question }) => !isAnswered(field, question, said))
  const justAsked = asked.find(
    ({ question }) => before?.role === 'assistant' && before.text.includes(question),
  )
  const next = missing[0]
  return {
    question: next === undefined || next === justAsked ? undefined : next.question,
    isAnswer: justAsked !== undefined && !missing.includes(justAsked),
  }
}

type Kind = 'name' | 'email' | 'phone' | 'other'

const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['email', /\b(e ?-?mails?|mail|correo|courriel)\b/],
  ['phone', /\b(phone|telephone|telefon\w*|tel|mobile|cell|handy\w*|movil|celular|whatsapp)\b/],
  [
    'name',
    /^(?:(?:full|first|last|your|customer|visitor|client|contact) ?)*(name|nom|nombre|nome|naam|vorname|nachname|surname)$/,
  ],
]

function kindOf({ name, description = '' }: Wanted): Kind {
  const words = fold(name.replaceAll('_', ' '))
  const about = fold(description)
  const found =
    KINDS.find(([, pattern]) => pattern.test(words)) ??
    // A description that mentions a name may mean the name of anything.
    KINDS.find(([kind, pattern]) => kind !== 'name' && pattern.test(about))
  return found?.[0] ?? 'other'
}

function questionFor(field: Wanted, words: FieldQuestions): string {
  const kind = kindOf(field)
  if (kind !== 'other') return words[kind]
  return words.other.replace('{what}', () => field.name.replaceAll('_', ' '))
}

function isAnswered(field: Wanted, question: string, said: readonly EarlierTurn[]): boolean {
  const kind = kindOf(field)
  return said.some(({ role, text }, at) => {
    if (role !== 'user') return false
    const before = said[at - 1]
    const isReply = before?.role === 'assistant' && before.text.includes(question)
    if (kind === 'email') return emailIn(text) !== undefined
    if (kind === 'phone') return phoneIn(text) !== undefined
    if (kind === 'name') return nameIn(text) !== undefined || (isReply && isBareName(text))
    return isReply && !text.includes('?')
  })
}
