import type { View } from '../view.ts'
import { rareWordsOf } from './rare-words.ts'

/** Saves the conversation as a text file, without a request to the server. */
export function saveTranscript({ model, texts, origin }: View): void {
  const { conversation, assistant } = model.state
  if (!conversation) return
  const words = rareWordsOf(texts)
  const format = (time: string, style: Intl.DateTimeFormatOptions) =>
    new Date(time).toLocaleString(texts.language, style)
  const said = conversation.messages.map(
    ({ author, author_name, content, created_at, attachments = [] }) =>
      [
        `[${format(created_at, { dateStyle: 'short', timeStyle: 'short' })}] ${author === 'visitor' ? texts.you : author_name}:`,
        content,
        ...attachments.map(({ name, url }) => `${name}: ${origin}${url}`),
      ].join('\n'),
  )
  const head = `${words.transcript} · ${assistant?.name ?? ''} · ${format(conversation.created_at, { dateStyle: 'long' })}`
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([[head, ...said].join('\n\n')], { type: 'text/plain;charset=utf-8' }),
  )
  link.download = `${words.transcript} ${conversation.created_at.slice(0, 10)}.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
