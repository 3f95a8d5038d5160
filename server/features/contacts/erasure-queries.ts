import { oncePerDb } from '../../db/once-per-db.ts'

/** All SQL about who was erased. */
export const erasureQueries = oncePerDb((db) => {
  const insert = db.prepare<[Buffer, number]>(
    'INSERT INTO erasures (subject, erased_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const all = db.prepare<[], { subject: Buffer; erased_at: number }>(
    'SELECT subject, erased_at FROM erasures ORDER BY erased_at',
  )
  const subjects = db.prepare<[], { visitor_id: number; uuid: string }>(`
    SELECT id AS visitor_id, uuid FROM visitors
    UNION ALL SELECT visitor_id, uuid FROM conversations WHERE visitor_id IS NOT NULL
  `)
  return {
    insert: (subject: Buffer, at: number) => insert.run(subject, at),
    all: () => all.all(),
    /** UUIDs of visitors and of their conversations, each with the visitor's id. */
    subjects: () => subjects.all(),
  }
})
