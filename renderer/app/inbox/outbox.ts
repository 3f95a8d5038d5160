import type { Attachment } from '#contracts/attachment-fields.ts'
import { t } from '../../locales/translate.ts'
import { type Keep, write } from '../storage.ts'

/** A reply being sent. */
export interface Outgoing {
  readonly client_id: string
  readonly content: string
  readonly created_at: string
  readonly files: readonly Attachment[]
  readonly state: 'sending' | 'not-sent'
  /** Reason why it was not sent. */
  readonly reason?: string
}

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
    }))
  } catch {
    return []
  }
}

/** Saves undelivered replies for the next page load. */
export function keepOutbox(storage: Keep, conversation: string, outbox: readonly Outgoing[]): void {
  const entries = outbox.map(({ client_id, content, created_at, files }) => ({
    client_id,
    content,
    created_at,
    files,
  }))
  if (entries.length === 0) storage.removeItem(keyOf(conversation))
  else write(storage, keyOf(conversation), JSON.stringify(entries))
}

function isEntry(entry: Partial<Outgoing> | null): entry is Outgoing {
  const fields = [entry?.client_id, entry?.content, entry?.created_at]
  return fields.every((field) => typeof field === 'string')
}
