import type { Evaluation } from '#contracts/evaluations.ts'
import { promisesPerson } from '../../../language/hand-over.ts'
import { asksForPerson } from '../../../language/small-talk.ts'
import type { Utterance } from '../extraction/fields.ts'
import { moodOf, sentimentOf } from './mood.ts'

/** Neutral score, from which ratings of 0 to 100 start. */
const BASE_SCORE = 50

const BY_OUTCOME: Readonly<Record<Evaluation['outcome'], number>> = {
  successful: 20,
  incomplete: -10,
  unsuccessful: -20,
}

/** Weight of one positive or negative word. */
const POINTS_PER_WORD = 10

/** Maximum length of a quotation, code points. */
const MAX_QUOTE_LENGTH = 140

/** Evaluates a chat by its words alone; deterministic. */
export function evaluateByWords(transcript: readonly Utterance[], language: string): Evaluation {
  const asked = transcript.filter(({ role }) => role === 'user').map(({ content }) => content)
  const mood = moodOf(asked)
  const outcome = outcomeOf(transcript, mood, language)
  return {
    sentiment: sentimentOf(mood),
    outcome,
    score: BASE_SCORE + BY_OUTCOME[outcome] + mood * POINTS_PER_WORD,
    summary: summaryOf(transcript, language),
  }
}

function outcomeOf(
  transcript: readonly Utterance[],
  mood: number,
  language: string,
): Evaluation['outcome'] {
  const last = transcript.at(-1)
  if (last?.role === 'user' && !isFarewell(transcript)) return 'incomplete'
  const isHandedOver = transcript.some(({ role, content }) =>
    role === 'user' ? asksForPerson(content, language) : promisesPerson(content),
  )
  return mood < 0 || isHandedOver ? 'unsuccessful' : 'successful'
}

/** Thanks need no answer. */
const isFarewell = (transcript: readonly Utterance[]): boolean =>
  transcript.length > 2 && moodOf([transcript.at(-1)!.content]) > 0

/** The two sentences of a summary, by language. */
const SENTENCES: Readonly<
  Record<string, readonly [asked: string, answered: string, none: string]>
> = {
  en: ['The visitor wrote: “{}”.', 'The last answer was: “{}”.', 'Nobody answered.'],
  de: ['Der Besucher schrieb: „{}“.', 'Die letzte Antwort war: „{}“.', 'Niemand hat geantwortet.'],
  fr: ['Le visiteur a écrit : « {} ».', 'La dernière réponse : « {} ».', "Personne n'a répondu."],
  es: ['El visitante escribió: «{}».', 'La última respuesta: «{}».', 'Nadie respondió.'],
  it: ['Il visitatore ha scritto: «{}».', 'L’ultima risposta: «{}».', 'Nessuno ha risposto.'],
  pt: ['O visitante escreveu: “{}”.', 'A última resposta: “{}”.', 'Ninguém respondeu.'],
  nl: ['De bezoeker schreef: “{}”.', 'Het laatste antwoord: “{}”.', 'Niemand heeft geantwoord.'],
}

/** Quotes the visitor's first request and the last answer. */
function summaryOf(transcript: readonly Utterance[], language: string): string {
  const [asked, answered, none] = SENTENCES[language.slice(0, 2)] ?? SENTENCES['en']!
  const longest = (lines: readonly Utterance[]) =>
    lines.reduce((best, line) => (line.content.length > best.content.length ? line : best))
  const questions = transcript.filter(({ role }) => role === 'user').slice(0, 3)
  const start = transcript.findIndex(({ role }) => role === 'user')
  const answer = transcript.slice(start).findLast(({ role }) => role === 'assistant')
  const first = asked.replace('{}', () => quote(longest(questions).content))
  const second = answer ? answered.replace('{}', () => quote(answer.content)) : none
  return `${first} ${second}`
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(/[.]$/, '')
  const points = [...line]
  return points.length <= MAX_QUOTE_LENGTH
    ? line
    : `${points.slice(0, MAX_QUOTE_LENGTH - 1).join('')}…`
}
