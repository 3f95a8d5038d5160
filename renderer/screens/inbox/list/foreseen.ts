import type { InboxItem } from '#contracts/conversations.ts'
import type { BulkAction, BulkValue } from '#contracts/inbox-bulk.ts'
import type { Label } from '#contracts/labels.ts'
import type { TeamName } from '#contracts/teams.ts'

/** An action, and its targets. */
export interface Order {
  readonly action: BulkAction
  readonly value?: BulkValue
}

/** Lookup of names of people, labels and teams. */
export interface Known {
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly labels: readonly Label[]
  readonly teams: readonly TeamName[]
}

/** The expected row after an action. */
export function foreseen(
  item: InboxItem,
  { action, value = {} }: Order,
  { people, labels, teams }: Known,
): InboxItem {
  switch (action) {
    case 'end':
      return item.ended_at ? item : { ...item, ended_at: new Date().toISOString() }
    case 'assign': {
      const person = people.find(({ id }) => id === value.assignee_id)
      return { ...item, assignee: person ? { id: person.id, name: person.name } : null }
    }
    case 'team': {
      const team = teams.find(({ id }) => id === value.team_id)
      return {
        ...item,
        team: team ? { id: team.id, name: team.name, colour: team.colour } : null,
      }
    }
    case 'label':
    case 'unlabel': {
      const others = item.labels.filter(({ id }) => id !== value.label_id)
      const label = labels.find(({ id }) => id === value.label_id)
      return { ...item, labels: action === 'label' && label ? [...others, label] : others }
    }
    case 'snooze':
      return { ...item, snoozed_until: value.until ?? null }
    case 'unsnooze':
      return { ...item, snoozed_until: null }
    case 'read':
      return { ...item, unread: 0 }
    case 'unread':
      return { ...item, unread: Math.max(1, item.unread) }
    default:
      return item
  }
}
