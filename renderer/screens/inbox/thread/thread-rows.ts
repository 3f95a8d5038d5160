import type { Activity } from '#contracts/activities.ts'
import type { Note } from '#contracts/notes.ts'
import type { DeskMessage, ToolCall } from '#contracts/tool-calls.ts'
import type { Outgoing } from '../../../app/inbox/outbox.ts'
import { dayName, dayOf, toDate } from '../../../ui/time.tsx'

/** A row of a thread, with a stable key. */
export type Row = { readonly key: string } & (
  | { readonly kind: 'day'; readonly name: string }
  | { readonly kind: 'unread' }
  | { readonly kind: 'message'; readonly message: DeskMessage; readonly isFirst: boolean }
  | { readonly kind: 'calls'; readonly calls: readonly ToolCall[] }
  | { readonly kind: 'note'; readonly note: Note }
  | { readonly kind: 'activity'; readonly activity: Activity }
  | { readonly kind: 'outgoing'; readonly entry: Outgoing }
  | { readonly kind: 'pending'; readonly text: string; readonly heldBy: string | undefined }
  | { readonly kind: 'typing' }
)

interface Parts {
  readonly messages: readonly DeskMessage[]
  readonly message_count: number
  readonly notes: readonly Note[]
  readonly activities: readonly Activity[]
  readonly outgoing: readonly Outgoing[]
  readonly firstUnread: number | undefined
  /** Text of the answer in progress that the visitor does not see yet. */
  readonly pending?: { readonly text: string; readonly heldBy: string | undefined } | undefined
  /** True if somebody is typing. */
  readonly isTyping: boolean
}

/** Maximum interval between messages of one author in a run, ms. */
const MAX_RUN_GAP_MS = 5 * 60_000

export const rowOfMessage = (seq: number): string => `message ${seq}`

/** All rows of a thread in order: messages, events, notes, and replies being sent. */
export function threadRows(parts: Parts): Row[] {
  const { messages, message_count, outgoing, firstUnread } = parts
  const beside = besideBySeq(parts)
  const isWhole = (messages.at(-1)?.seq ?? 0) >= message_count
  const rows: Row[] = (messages[0]?.seq ?? 0) <= 1 ? [...(beside.get(0) ?? [])] : []
  let previous: DeskMessage | undefined
  for (const message of messages) {
    const isUnread = message.seq === firstUnread
    const isNewDay = !previous || dayOfMessage(message) !== dayOfMessage(previous)
    if (isNewDay) rows.push(dayRow(message))
    if (isUnread) rows.push({ kind: 'unread', key: 'unread' })
    const continues = rows.at(-1)?.kind === 'message' && belongTogether(previous!, message)
    const key = rowOfMessage(message.seq)
    rows.push({ kind: 'message', key, message, isFirst: !continues })
    rows.push(...(beside.get(message.seq) ?? []))
    previous = message
  }
  if (!isWhole) return rows
  // A delivered message replaces its outgoing reply, even before the response arrives.
  const arrived = new Set(messages.map(({ client_id }) => client_id))
  for (const entry of outgoing.filter(({ client_id }) => !arrived.has(client_id)))
    rows.push({ kind: 'outgoing', key: `outgoing ${entry.client_id}`, entry })
  return [...rows, ...coming(parts)]
}

/** Rows after the last message: the rest of an answer, and who is typing. */
function coming({ pending, isTyping }: Parts): Row[] {
  return [
    ...(pending ? [{ kind: 'pending', key: 'pending', ...pending } as const] : []),
    ...(isTyping ? [{ kind: 'typing', key: 'typing' } as const] : []),
  ]
}

const dayOfMessage = ({ created_at }: DeskMessage): number => dayOf(toDate(created_at))

function dayRow({ seq, created_at }: DeskMessage): Row {
  return { kind: 'day', key: `day ${seq}`, name: dayName(toDate(created_at)) }
}

function belongTogether(one: DeskMessage, next: DeskMessage): boolean {
  const apart = toDate(next.created_at).getTime() - toDate(one.created_at).getTime()
  const isSame =
    one.author === next.author &&
    one.author_id === next.author_id &&
    one.author_name === next.author_name
  return isSame && apart < MAX_RUN_GAP_MS
}

/** Tool calls, notes and events by the message that they follow, in order of arrival. */
function besideBySeq({ messages, notes, activities }: Parts): Map<number, Row[]> {
  const rows = [
    ...notes.map((note) => ({
      at: note.created_at,
      seq: note.after_seq,
      row: { kind: 'note', key: `note ${note.id}`, note } as const,
    })),
    // An edit is shown with its message.
    ...activities
      .filter(({ kind }) => kind !== 'answer_edited')
      .map((activity) => ({
        at: activity.created_at,
        seq: activity.after_seq,
        row: { kind: 'activity', key: `activity ${activity.id}`, activity } as const,
      })),
  ].sort((one, other) => (one.at < other.at ? -1 : 1))
  const calls = messages.flatMap(({ seq, function_calls }): [number, Row[]][] =>
    function_calls ? [[seq, [{ kind: 'calls', key: `calls ${seq}`, calls: function_calls }]]] : [],
  )
  const bySeq = new Map<number, Row[]>(calls)
  for (const { seq, row } of rows) bySeq.set(seq, [...(bySeq.get(seq) ?? []), row])
  return bySeq
}
