import { useEffect, useRef } from 'preact/hooks'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Announcer } from '../../../app/announcer.ts'
import type { Outgoing } from '../../../app/inbox/outbox.ts'
import { plainWords } from '../../../app/plain-words.ts'
import { t } from '../../../locales/translate.ts'

/** Number of messages read out at once. */
const MAX_MESSAGES = 3

/** Tells screen readers about new messages, complete ones only and never the history, and whether replies were sent. */
export function useAnnounced(
  announcer: Announcer,
  { messages, message_count }: ConversationDetail,
  outgoing: readonly Outgoing[],
): void {
  const heard = useRef<ReturnType<typeof createMemory>>(undefined)
  heard.current ??= createMemory()

  function createMemory() {
    const unfinished = messages.filter(({ status }) => status === 'streaming')
    return {
      /** Sequence number up to which messages are history. */
      from: message_count,
      unfinished: new Set(unfinished.map(({ id }) => id)),
      said: new Set<number>(),
      /** The operator's own replies, which need no reading out. */
      own: new Set<string | null>(),
      failed: failedOf(outgoing),
    }
  }

  useEffect(() => {
    const { from, unfinished, said, own, failed } = heard.current!
    for (const { client_id } of outgoing) own.add(client_id)
    const fresh = messages.filter(
      ({ id, seq, status }) =>
        status !== 'streaming' && !said.has(id) && (seq > from || unfinished.has(id)),
    )
    for (const { id } of fresh) said.add(id)
    for (const { client_id, author_name, content } of fresh.slice(-MAX_MESSAGES)) {
      announcer.say(
        own.has(client_id) ? t('thread.replySent') : `${author_name}: ${plainWords(content)}`,
      )
    }
    heard.current!.failed = failedOf(outgoing)
    for (const [id, reason] of heard.current!.failed)
      if (!failed.has(id)) announcer.say(t('thread.notSent', { reason }))
  }, [messages, outgoing])
}

/** The replies that were not sent, with the reasons; a retry by itself does not change that. */
function failedOf(outgoing: readonly Outgoing[]): ReadonlyMap<string, string> {
  const failed = outgoing.filter(({ state, isWaiting }) => state === 'not-sent' || isWaiting)
  return new Map(failed.map(({ client_id, reason = '' }) => [client_id, reason]))
}
