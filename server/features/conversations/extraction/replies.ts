import { fold } from '../../../language/stem.ts'

/** A longer reply contains more than one value. */
const MAX_REPLY = 120

const YES =
  /^(yes|yeah|yep|yup|sure|of course|correct|right|absolutely|definitely|exactly|please do|ok|okay|ja|jawohl|klar|gerne?|naturlich|genau|oui|bien sur|si|claro|sim|certo|zeker)\b/
const NO =
  /^(no|nope|nah|not (really|yet|now|at all)|never|nein|nicht|non|pas encore|nao|nee|niet)\b/
const NEGATION =
  /\b(not|no|never|without|\w+n t|nicht|kein\w*|nie|ohne|pas|jamais|sans|sin|nunca|non|nao|sem|niet|geen)\b/
const UNSURE =
  /^(i (don t|do not) know|no idea|not sure|keine ahnung|(ich )?weiss (ich )?nicht|je ne sais pas|no (lo )?se|skip|none|nothing)\b/

/** Folded words separated by single spaces. */
const plain = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Parses a leading yes or no; undefined without either. */
export function polarityOf(reply: string): boolean | undefined {
  const words = plain(reply)
  if (UNSURE.test(words)) return undefined
  if (NO.test(words)) return false
  return YES.test(words) ? true : undefined
}

export const isNegated = (sentence: string): boolean => NEGATION.test(plain(sentence))

/** Reports whether a reply can be a value: short, and neither a question, a yes or no, nor "I don't know". */
export function isPlainReply(reply: string): boolean {
  return (
    reply !== '' &&
    reply.length <= MAX_REPLY &&
    !reply.includes('?') &&
    polarityOf(reply) === undefined &&
    !UNSURE.test(plain(reply))
  )
}
