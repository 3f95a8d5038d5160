import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** All SQL for conversations that programs hold on behalf of their customers. */
export const replyQueries = oncePerDb((sql) => {
  const find = sql
    .read<[number, string], string>(
      'SELECT uuid FROM conversations WHERE assistant_id = ? AND customer_identifier = ?',
    )
    .pluck()
  const setCustomer = sql.write<[string, number]>(
    'UPDATE conversations SET customer_identifier = ? WHERE id = ?',
  )
  const setVariables = sql.write<[string, number]>(
    'UPDATE conversations SET variables = ? WHERE id = ?',
  )

  return {
    /** UUID of an assistant's conversation with a customer. */
    find: (assistantId: number, customer: string) => find.get(assistantId, customer),
    setCustomer: (tx: Tx, id: number, customer: string) => setCustomer.run(tx, customer, id),
    setVariables: (tx: Tx, id: number, variables: object) =>
      setVariables.run(tx, JSON.stringify(variables), id),
  }
})
