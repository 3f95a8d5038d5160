import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** All SQL specific to the demo: changes that no other function makes in the past. */
export const demoQueries = oncePerDb((sql) => {
  const cost = sql.write<[number, number]>(
    'UPDATE conversations SET total_cost = total_cost + ? WHERE id = ?',
  )
  const takeOver = sql.write<[{ id: number; mode: string; by: number; now: number }]>(`
    UPDATE conversations SET
      ai_mode = :mode, ai_epoch = ai_epoch + 1, ai_mode_by = :by, ai_mode_at = :now, needs_person = 0
    WHERE id = :id AND ai_mode <> :mode
  `)
  const needPerson = sql.write<[number]>('UPDATE conversations SET needs_person = 1 WHERE id = ?')
  const assign = sql.write<[number, number]>(
    'UPDATE conversations SET assignee_id = ? WHERE id = ?',
  )
  const seen = sql.write<[number]>(`
    UPDATE conversations SET operator_read_seq = message_count, unread_count = 0 WHERE id = ?
  `)
  const visit = sql.write<[number, string, string, number]>(
    'INSERT INTO visitor_pages (visitor_id, url, title, at) VALUES (?, ?, ?, ?)',
  )
  const propose = sql.write<[{ id: number; content: string; now: number }]>(`
    INSERT INTO proposals (conversation_id, epoch, answers_seq, content, status, created_at)
    SELECT id, ai_epoch, message_count, :content, 'ready', :now FROM conversations WHERE id = :id
  `)

  const messengerCustomers = sql
    .read<[number], number>('SELECT count(*) FROM messenger_conversations WHERE sender_id = ?')
    .pluck()
  const lastQuestion = sql
    .read<[number], number>(
      "SELECT max(seq) FROM messages WHERE conversation_id = ? AND author = 'visitor'",
    )
    .pluck()
  const ended = sql
    .read<[number, number], number>(`
      SELECT id FROM (
        SELECT id, ended_at FROM conversations
        WHERE assistant_id = ? AND type = 'widget' AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ?
      ) ORDER BY ended_at
    `)
    .pluck()

  return {
    addCost: (tx: Tx, id: number, microDollars: number) => cost.run(tx, microDollars, id),
    turnDial: (tx: Tx, id: number, mode: string, by: number, now: number) =>
      takeOver.run(tx, { id, mode, by, now }),
    needPerson: (tx: Tx, id: number) => needPerson.run(tx, id),
    assign: (tx: Tx, id: number, operatorId: number) => assign.run(tx, operatorId, id),
    /** Marks everything in a conversation as read. */
    see: (tx: Tx, id: number) => seen.run(tx, id),
    visit: (tx: Tx, visitorId: number, url: string, title: string, at: number) =>
      visit.run(tx, visitorId, url, title, at),
    /** Number of customers that a sender knows. */
    messengerCustomers: (senderId: number) => messengerCustomers.get(senderId)!,
    /** Sequence number of the visitor's last message. */
    lastQuestion: (id: number) => lastQuestion.get(id)!,
    /** The most recently ended conversations, oldest first. */
    ended: (assistantId: number, count: number) => ended.all(assistantId, count),
    propose: (tx: Tx, id: number, content: string, now: number) =>
      propose.run(tx, { id, content, now }),
  }
})
