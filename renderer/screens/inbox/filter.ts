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

/** What is searched in a row, made once for each state of it. */
const hays = new WeakMap<InboxItem, string>()

/** Whether a row belongs to a segment and holds every word that is looked for. */
export function matches(item: InboxItem, segment: Segment, words: readonly string[]): boolean {
  return IN[segment](item) && (words.length === 0 || holds(item, words))
}

/** The words of a search. */
export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean)
}

function holds(item: InboxItem, words: readonly string[]): boolean {
  const hay = hays.get(item) ?? hayOf(item)
  hays.set(item, hay)
  return words.every((word) => hay.includes(word))
}

function hayOf(item: InboxItem): string {
  const { assistant_name, last_message, id } = item
  return [titleOf(item), assistant_name, last_message?.content, id].join('\n').toLowerCase()
}
