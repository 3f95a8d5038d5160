import type { AiMode } from '#contracts/dial-fields.ts'
import type { VisitorEvent } from '#contracts/streams.ts'
import type { EventRow } from '../events/log.ts'

/** One server-sent event as it goes over the wire. Without an id it is about this moment only. */
export function frame(type: string, json: string, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${json}\n\n`
}

/** What the operator sees of a row: all of it. */
export function operatorFrame(row: EventRow): string {
  return frame(row.type, row.payload, row.id)
}

/** What the visitor sees of a row of their own conversation: less. */
export function visitorFrame(row: EventRow): string | undefined {
  switch (row.type) {
    case 'message.created':
    case 'message.delta':
    case 'message.updated':
      return frame(row.type, row.payload, row.id)
    case 'conversation.updated':
      return frame(row.type, JSON.stringify(visitorView(JSON.parse(row.payload))), row.id)
    default:
      return undefined
  }
}

function visitorView(item: {
  id: string
  ai_enabled: boolean
  // Rows that an older Parley has written say less.
  ai_mode?: AiMode
  read_seq?: number
  ended_at: string | null
}): VisitorEvent['conversation.updated'] {
  const withAi = item.ai_mode === undefined ? item.ai_enabled : item.ai_mode !== 'human'
  return {
    id: item.id,
    ai_enabled: withAi,
    ended: item.ended_at !== null,
    seen_seq: item.read_seq ?? 0,
  }
}
