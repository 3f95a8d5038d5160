import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { type Phrases, phrasesFor } from '../../../language/phrases.ts'
import { smallTalkIn } from '../../../language/small-talk.ts'
import { fold } from '../../../language/stem.ts'
import type { KnownLanguage } from '../../../language/stop-words.ts'
import { contentWords, isFollowUp, languageOf } from '../../../language/words.ts'
import { askFor, type EarlierTurn, type NextField } from './ask.ts'
import { blockOfSentences, blocksOf } from './blocks.ts'
import { extractAnswer, type Found, type Source } from './extract.ts'
import { factsOf } from './facts.ts'
import type { BuiltInOptions, Passage } from './options.ts'
import { PROBE } from './orders.ts'
import type { Question } from './term.ts'

/** Maximum number of questions in a message that are answered separately. */
const MAX_QUESTIONS = 3

/** Maximum number of characters read of each passage and of the prompt, because the answer is computed on the main thread. */
const MAX_SOURCE = 20_000

/** An answer and the passages it quotes, best first. */
interface Answer {
  readonly text: string
  readonly passageIds: readonly number[]
}

/**
 * The built-in model's reply to the last message: small talk, an answer quoted from the passages or the prompt's facts,
 * or an admission that it does not know. Deterministic.
 */
export function answerTo(prompt: LanguageModelV4Prompt, options: BuiltInOptions): Answer {
  const said = prompt.flatMap((message): EarlierTurn[] =>
    message.role === 'user' || message.role === 'assistant'
      ? [{ role: message.role, text: textOf(message) }]
      : [],
  )
  const turns = said.filter(({ role }) => role === 'user').map(({ text }) => text)
  const message = turns.at(-1) ?? ''
  const small = smallTalkIn(message, options.language)
  const language = small?.language ?? languageOf(message, options.language)
  const next = askFor(options.fields ?? [], options.known ?? [], said, language)
  if (next.isAnswer && !message.includes('?')) return thanked(next, language)
  if (small) {
    const phrase = withName(phrasesFor(language)[small.kind], options.assistantName)
    const asks = small.kind === 'person' || small.kind === 'noted'
    return without(asks ? withWish(phrase, next) : phrase)
  }
  const { text, passageIds, isUnsure } = answerFrom(prompt, options, turns, language)
  // The first message gets a certain answer without a question in return.
  return { text: isUnsure || turns.length > 1 ? withWish(text, next) : text, passageIds }
}

/** Thanks for the given data, followed by the next question. */
function thanked(next: NextField, language: KnownLanguage): Answer {
  return without(withWish(phrasesFor(language).noted, next))
}

const withWish = (text: string, { question }: NextField): string =>
  question === undefined ? text : `${text} ${question}`

function answerFrom(
  prompt: LanguageModelV4Prompt,
  options: BuiltInOptions,
  turns: readonly string[],
  language: KnownLanguage,
): Answer & { readonly isUnsure: boolean } {
  const phrases = phrasesFor(language)
  const message = turns.at(-1) ?? ''
  if (PROBE.test(fold(message))) return { ...without(phrases.unknown), isUnsure: true }
  const sources = sourcesOf(prompt, options.passages, language)
  const { timezone } = options
  const now = options.now === undefined ? undefined : new Date(options.now)
  const asked = questionsOf(message, turns.at(-2))
  const setting = { language, now, timezone, isOneOfSeveral: asked.length > 1 }
  const answers = asked.map((question) => findAnswer(question, sources, setting))
  const found = answers.flatMap((answer) => (answer && !answer.isHint ? [answer] : []))
  if (found.length === 0) {
    // Spoken hints would take longer to hear than they help.
    const hint = options.isSpoken || asked.length > 1 ? undefined : answers[0]
    return { ...without(withHint(phrases, hint)), isUnsure: true }
  }
  const texts = new Set(found.map(({ text }) => text))
  const isUnsure = found.length < answers.length
  if (isUnsure) texts.add(phrases.partly)
  const passageIds = found.flatMap(({ sources: used }) =>
    used.flatMap(({ passageId }) => passageId ?? []),
  )
  return { text: [...texts].join(' '), passageIds: [...new Set(passageIds)], isUnsure }
}

const withHint = ({ unknown, perhaps }: Phrases, hint: Found | undefined): string =>
  hint === undefined ? unknown : `${unknown} ${perhaps}\n\n${hint.text}`

const without = (text: string): Answer => ({ text, passageIds: [] })

const withName = (phrase: string, name: string): string =>
  phrase.replaceAll('{name}', name.trim() || 'Parley')

function textOf({ content }: LanguageModelV4Prompt[number]): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** Passages first, then facts of the prompt that no passage contains. */
function sourcesOf(
  prompt: LanguageModelV4Prompt,
  passages: readonly Passage[],
  language: KnownLanguage,
): Source[] {
  const known = passages.map(({ content }) => content).join('\n')
  const facts = prompt
    .filter(({ role }) => role === 'system')
    .flatMap((message) => factsOf(textOf(message).slice(0, MAX_SOURCE), language))
    .map((sentences) => sentences.filter((sentence) => !known.includes(sentence)))
    .filter((sentences) => sentences.length > 0)
  return [
    ...passages.map(({ id, heading, content, score }) => ({
      passageId: id,
      heading,
      blocks: blocksOf(content.slice(0, MAX_SOURCE)),
      relevance: score,
    })),
    ...facts.map((sentences) => ({
      heading: '',
      blocks: [blockOfSentences(sentences)],
      relevance: Infinity,
    })),
  ]
}

interface SubQuestion {
  readonly text: string
  /** The preceding sentences, in this message or an earlier one. */
  readonly before: string | undefined
  readonly isBeforeInMessage: boolean
  /** The statements before it in the message. */
  readonly told: string | undefined
}

const SENTENCE_END = /(?<=[?？!.])\s+|\n+/u

/** "… and do you have parking?": a second question in the same sentence. */
const SECOND_QUESTION =
  /\s+(?=(?:and|und|et|y|e|en)\s+(?:also\s+)?(?:how|what|when|where|which|who|do|does|can|is|are|wie|was|wann|wo|welche|kann|gibt|combien|quand|où|est-ce|cuánto|cuándo|dónde|quanto|quando|dove|onde|hoe|wat|wanneer|waar)\b)/iu

/** Splits a message into its questions; without an explicit one, the message counts as one question. */
function questionsOf(message: string, earlier: string | undefined): SubQuestion[] {
  const parts = message
    .split(SENTENCE_END)
    .flatMap((sentence) => (sentence.includes('?') ? sentence.split(SECOND_QUESTION) : sentence))
    .filter((part) => /\p{L}/u.test(part))
  const lastQuestion = parts.findLastIndex((part) => part.includes('?'))
  // The first of two questions in a sentence has no question mark of its own.
  const isQuestionAt = (at: number): boolean =>
    parts[at]!.includes('?') ||
    (at < lastQuestion && /^(and|und|et|y|e|en)\s/i.test(parts[at + 1]!))
  const asked = parts.flatMap((text, at): SubQuestion[] => {
    const before = parts[at - 1]
    const told = parts.filter((_, other) => other < at && !isQuestionAt(other)).join(' ')
    return isQuestionAt(at)
      ? [
          {
            text,
            before: before ?? earlier,
            isBeforeInMessage: before !== undefined,
            told: told === '' ? undefined : told,
          },
        ]
      : []
  })
  if (asked.length > 0 && asked.length <= MAX_QUESTIONS) return asked
  return [{ text: message, before: earlier, isBeforeInMessage: false, told: undefined }]
}

type Setting = Pick<Question, 'language' | 'now' | 'timezone' | 'isOneOfSeveral'>

/** Answers a follow-up question together with its context; one within a message, or one that names a heading, is tried on its own first. */
function findAnswer(
  { text, before, isBeforeInMessage, told }: SubQuestion,
  sources: readonly Source[],
  setting: Setting,
): Found | undefined {
  const { language } = setting
  const alone = () => extractAnswer({ text, previous: undefined, told, ...setting }, sources)
  if (before === undefined || !isFollowUp(text, language)) return alone()
  const together = () => extractAnswer({ text, previous: before, told, ...setting }, sources)
  const first = isBeforeInMessage
    ? alone()
    : extractAnswer({ text, previous: undefined, ...setting }, about(text, sources, language))
  return first && !first.isHint ? first : (together() ?? first)
}

/** The sources whose heading shares a word with the question: they are relevant without context. */
function about(text: string, sources: readonly Source[], language: KnownLanguage): Source[] {
  const asked = new Set(contentWords(text, language).map(({ stem }) => stem))
  return sources.filter(({ heading }) =>
    contentWords(heading, language).some(({ stem }) => asked.has(stem)),
  )
}
