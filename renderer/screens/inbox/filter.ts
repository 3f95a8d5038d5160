import type { InboxItem } from '#contracts/conversations.ts'
import { titleOf } from '../../people.ts'

export type Segment = 'all' | 'unread' | 'person' | 'ended'

/** The parts of the inbox, in the order of its tabs. */
export const SEGMENTS: readonly (readonly [Segment, string])[] = [
  ['all', 'All'],
  ['unread', 'Unread'],
  ['person', 'With a person'],
  ['ended', 'Ended'],
]

const IN: Record<Segment, (item: InboxItem) => boolean> = {
  all: () => true,
  unread: ({ unread }) => unread > 0,
  person: ({ ai_enabled, ended_at }) => !ai_enabled && ended_at === null,
  ended: ({ ended_at }) => ended_at !== null,
}

/** Whether a row belongs to a segment and holds every word that is looked for. */
export function matches(item: InboxItem, segment: Segment, text: string): boolean {
  if (!IN[segment](item)) return false
  const words = text.toLocaleLowerCase().split(/\s+/)
  const { assistant_name, last_message, id } = item
  const hay = [titleOf(item), assistant_name, last_message?.content, id].join('\n')
  const lower = hay.toLocaleLowerCase()
  return words.every((word) => lower.includes(word))
}
