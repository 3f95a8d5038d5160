import type { Attachment } from '#contracts/attachment-fields.ts'
import { t } from '../../locales/translate.ts'
import { type Keep, write } from '../storage.ts'

/** A reply being sent. */
export interface Outgoing {
  readonly client_id: string
  readonly content: string
  readonly created_at: string
  readonly files: readonly Attachment[]
  /** The operator's own text, if the content is a translation of it. */
  readonly original?: string
  readonly state: 'sending' | 'not-sent'
  /** Reason why it was not sent. */
  readonly reason?: string
  /** Sent again once the server is reachable, because nothing is wrong with the reply itself. */
  readonly isWaiting?: boolean
  /** Once sent, it ends the conversation, unless it comes after this message number: others have written meanwhile. */
  readonly endsUpTo?: number
}

/** Age up to which a reply of an earlier page load is still sent by itself, ms: later, it may no longer fit. */
const FRESH = 15 * 60_000

const keyOf = (conversation: string) => `parley.outbox.${conversation}`

/** Replies that a previous page load could not deliver; they are resent under the same id. */
export function readOutbox(storage: Keep, conversation: string): readonly Outgoing[] {
  try {
    const entries: unknown = JSON.parse(storage.getItem(keyOf(conversation)) ?? '[]')
    return (Array.isArray(entries) ? entries.filter(isEntry) : []).map((entry) => ({
      ...entry,
      files: Array.isArray(entry.files) ? entry.files : [],
      state: 'not-sent' as const,
      reason: t('thread.closedBefore'),
      isWaiting: Date.now() - Date.parse(entry.created_at) < FRESH,
    }))
  } catch {
    return []
  }
}

/** Saves undelivered replies for the next page load. */
export function keepOutbox(storage: Keep, conversation: string, outbox: readonly Outgoing[]): void {
  const entries = outbox.map(({ client_id, content, created_at, files, original, endsUpTo }) => ({
    client_id,
    content,
    created_at,
    files,
    ...(original !== undefined && { original }),
    ...(endsUpTo !== undefined && { endsUpTo }),
  }))
  if (entries.length === 0) storage.removeItem(keyOf(conversation))
  else write(storage, keyOf(conversation), JSON.stringify(entries))
}

function isEntry(entry: Partial<Outgoing> | null): entry is Outgoing {
  const fields = [entry?.client_id, entry?.content, entry?.created_at]
  return fields.every((field) => typeof field === 'string')
}
