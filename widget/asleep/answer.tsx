import type { MessageProps } from '../parts/message.tsx'
import { asleepWordsOf } from './words-of.ts'

/** Below a visitor's message: what the pack says about it, labelled, with its sources. */
export function Answer({ view, message }: Pick<MessageProps, 'view' | 'message'>) {
  const { model, more } = view
  const { asleep } = model.state
  const { client_id: id, author, content } = message
  if (!asleep || !id || author !== 'visitor') return null
  const quotes = asleep.answerTo(id)
  if (!asleep.has(id)) return null
  const words = asleepWordsOf(view)
  const { Words, Sources } = more!
  if (!quotes)
    return asleep.isOn ? (
      <p class="note" key={content}>
        {words.asleepWaits}
      </p>
    ) : null
  const sources = quotes.filter(
    ({ title }, at) => quotes.findIndex((other) => other.title === title) === at,
  )
  return (
    <figure class="automatic" aria-label={words.automatic}>
      <p class="note">{words.automatic}</p>
      {quotes.map(({ text }) => (
        <blockquote key={text} dir="auto">
          <Words view={view} message={{ author: 'assistant' }} text={text} />
        </blockquote>
      ))}
      <Sources
        view={view}
        sources={sources.map(({ title, url }) => ({ title, url: url ?? null }))}
      />
    </figure>
  )
}
