import type { ConversationDetail } from '#contracts/conversations.ts'
import { titleOf } from '../../../app/people/people.ts'
import { locale } from '../../../locales/language.ts'
import { toDate } from '../../../ui/time.tsx'

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** Plain-text transcript, without private notes. */
export function transcriptOf(thread: ConversationDetail): string {
  const { messages, created_at, assistant_name } = thread
  const head = `${titleOf(thread)} · ${assistant_name} · ${moment.format(toDate(created_at))}`
  const lines = messages.map((message) => {
    const { author, content, created_at: at, attachments = [] } = message
    const name = author === 'visitor' ? titleOf(thread) : message.author_name
    const files = attachments.map(({ name }) => `[${name}]`).join(' ')
    return `${moment.format(toDate(at))}  ${name}: ${content}${files && ` ${files}`}`
  })
  return `${head}\n${'='.repeat(head.length)}\n\n${lines.join('\n')}\n`
}
