import { madeConversation, neverIdle } from './inbox.ts'
import type { TestServer } from './server.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** Fills a desk with the conversations of two months: people, labels, channels, ratings and handovers. */
export function reportedConversations(desk: TestServer): void {
  neverIdle(desk)
  const { db } = desk.context
  const now = Date.now()
  const person = db.prepare<unknown[], number>(
    "INSERT INTO operators (user_id, name, created_at, role, removed_at) VALUES (1, ?, 0, 'agent', ?) RETURNING id",
  )
  const label = db.prepare<unknown[], number>(
    "INSERT INTO labels (user_id, name, colour, created_at) VALUES (1, ?, 'teal', 0) RETURNING id",
  )
  const people = [
    null,
    person.pluck().get('Lena Vogt', null)!,
    person.pluck().get('عبد الرحمن الخطيب', null)!,
    person.pluck().get('Kai Left', now)!,
  ]
  const everyNth = (step: number, index: number) => index % step === 0
  const labels = ['Billing', 'Delivery', 'Praise'].map((name) => label.pluck().get(name)!)
  const change = db.prepare(`
    UPDATE conversations SET assignee_id = :assignee, rating = :rating, ended_at = :ended, replies_met = :met,
      replies_missed = :missed, updated_at = :at + 600000
    WHERE id = :id
  `)
  const hand = db.prepare('UPDATE conversations SET needs_person = 1, updated_at = ? WHERE id = ?')
  const stick = db.prepare('INSERT INTO conversation_labels VALUES (?, ?)')
  for (let index = 0; index < 200; index += 1) {
    // More in the later month, and in working hours.
    const day = Math.floor((60 * index * index) / 40_000)
    const at = now - (59 - day) * DAY - ((index * 37) % 540) * MINUTE
    const type = ['widget', 'widget', 'messenger', 'api'][index % 4]!
    const { id, say } = madeConversation(desk, { at, type, name: `Visitor ${index}` })
    say('visitor', 'Where is my parcel?', 'complete', at + 1000)
    say('assistant', 'Let me look.', 'complete', at + 2000 + (index % 9) * 700)
    const isHanded = index % 5 === 0
    if (isHanded) hand.run(at + MINUTE, id)
    if (isHanded && index % 3 > 0)
      say('operator', 'It arrives today.', 'complete', at + (3 + (index % 30)) * MINUTE)
    change.run({
      ...{ id, at, assignee: isHanded ? people[index % 4]! : null },
      rating: [2 + (index % 4)][index % 6] ?? null,
      ended: index % 4 > 0 ? at + (20 + index) * MINUTE : null,
      met: Number(isHanded),
      missed: Number(index % 15 === 0),
    })
    if (everyNth(3, index)) stick.run(id, labels[0]!)
    if (everyNth(7, index)) stick.run(id, labels[1 + (index % 2)]!)
  }
}
