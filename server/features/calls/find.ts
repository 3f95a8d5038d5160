import type { Db } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { callQueries, type StoredCall } from './queries.ts'

/**
 * A call of an account.
 * @throws AppError 404 `call_not_found`
 */
export function findCall(db: Db, userId: number, id: number): StoredCall {
  const call = callQueries(db).ofUser(userId, id)
  if (!call) throw notFound('call_not_found')
  return call
}
