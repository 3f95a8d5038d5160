import { oncePerDb } from '../../../db/once-per-db.ts'

/** All SQL about conversations that a program holds for its customers. */
export const replyQueries = oncePerDb((db) => {
  const find = db
    .prepare<[number, string], string>(
      'SELECT uuid FROM conversations WHERE assistant_id = ? AND customer_identifier = ?',
    )
    .pluck()
  const setCustomer = db.prepare<[string, number]>(
    'UPDATE conversations SET customer_identifier = ? WHERE id = ?',
  )
  const setVariables = db.prepare<[string, number]>(
    'UPDATE conversations SET variables = ? WHERE id = ?',
  )

  return {
    /** UUID of an assistant's conversation with a customer. */
    find: (assistantId: number, customer: string) => find.get(assistantId, customer),
    setCustomer: (id: number, customer: string) => setCustomer.run(customer, id),
    setVariables: (id: number, variables: object) =>
      setVariables.run(JSON.stringify(variables), id),
  }
})
