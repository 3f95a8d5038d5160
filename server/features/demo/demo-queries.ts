import { oncePerDb } from '../../db/once-per-db.ts'

/** All SQL that only the demo needs: what no verb does in the past. */
export const demoQueries = oncePerDb((db) => {
  const cost = db.prepare<[number, number]>(
    'UPDATE conversations SET total_cost = total_cost + ? WHERE id = ?',
  )
  const takeOver = db.prepare<[{ id: number; mode: string; by: number; now: number }]>(`
    UPDATE conversations SET
      ai_mode = :mode, ai_epoch = ai_epoch + 1, ai_mode_by = :by, ai_mode_at = :now, needs_person = 0
    WHERE id = :id AND ai_mode <> :mode
  `)
  const needPerson = db.prepare<[number]>('UPDATE conversations SET needs_person = 1 WHERE id = ?')
  const assign = db.prepare<[number, number]>(
    'UPDATE conversations SET assignee_id = ? WHERE id = ?',
  )
  const seen = db.prepare<[number]>(`
    UPDATE conversations SET operator_read_seq = message_count, unread_count = 0 WHERE id = ?
  `)
  const visit = db.prepare<[number, string, string, number]>(
    'INSERT INTO visitor_pages (visitor_id, url, title, at) VALUES (?, ?, ?, ?)',
  )
  const propose = db.prepare<[{ id: number; content: string; now: number }]>(`
    INSERT INTO proposals (conversation_id, epoch, answers_seq, content, status, created_at)
    SELECT id, ai_epoch, message_count, :content, 'ready', :now FROM conversations WHERE id = :id
  `)

  const lastQuestion = db
    .prepare<[number], number>(
      "SELECT max(seq) FROM messages WHERE conversation_id = ? AND author = 'visitor'",
    )
    .pluck()
  const ended = db
    .prepare<[number, number], number>(`
      SELECT id FROM (
        SELECT id, ended_at FROM conversations
        WHERE assistant_id = ? AND type = 'widget' AND ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT ?
      ) ORDER BY ended_at
    `)
    .pluck()

  return {
    addCost: (id: number, microDollars: number) => cost.run(microDollars, id),
    turnDial: (id: number, mode: string, by: number, now: number) =>
      takeOver.run({ id, mode, by, now }),
    needPerson: (id: number) => needPerson.run(id),
    assign: (id: number, operatorId: number) => assign.run(operatorId, id),
    /** Everything in a conversation has been read. */
    see: (id: number) => seen.run(id),
    visit: (visitorId: number, url: string, title: string, at: number) =>
      visit.run(visitorId, url, title, at),
    /** Where the visitor said something last. */
    lastQuestion: (id: number) => lastQuestion.get(id)!,
    /** The conversations that ended last, oldest first. */
    ended: (assistantId: number, count: number) => ended.all(assistantId, count),
    propose: (id: number, content: string, now: number) => propose.run({ id, content, now }),
  }
})
