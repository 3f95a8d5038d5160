import type { InboxItem } from '#contracts/conversations.ts'
import type { EventType, OperatorEvent, StoredType, VisitorEvent } from '#contracts/events.ts'
import { type EventRow, payloadOf } from '../events/log.ts'

/** Formats a server-sent event. Events without an id are momentary. */
export function frame(type: EventType, json: string, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${json}\n\n`
}

/** Formats a row for operators, who see all of it. */
export function operatorFrame(row: EventRow): string {
  return frame(row.type, row.payload, row.id)
}

/** Formats a row for the visitor whose conversation it concerns; undefined if it is not for visitors. */
export function visitorFrame(row: EventRow): string | undefined {
  switch (row.type) {
    case 'message.created':
      return frame(row.type, JSON.stringify(withoutId(payloadOf(row))), row.id)
    case 'message.delta':
    case 'message.updated':
      return frame(row.type, row.payload, row.id)
    case 'conversation.updated':
      return frame(row.type, JSON.stringify(stateOf(payloadOf(row))), row.id)
    default:
      row.type satisfies Exclude<StoredType, keyof VisitorEvent>
      return undefined
  }
}

/** A new message without the ID of the operator who wrote it. */
function withoutId({
  message: { author_id: _, ...message },
  ...rest
}: OperatorEvent['message.created']): VisitorEvent['message.created'] {
  return { ...rest, message }
}

function stateOf(item: InboxItem): VisitorEvent['conversation.updated'] {
  return {
    id: item.id,
    ai_enabled: item.ai_mode !== 'human',
    ended: item.ended_at !== null,
    seen_seq: item.read_seq,
  }
}
