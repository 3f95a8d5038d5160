import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { covers, grantsOf } from '../../../http/policy.ts'
import { issuedQueries } from '../issued-queries.ts'
import { accountQueries } from '../queries.ts'
import { limitOperator } from '../revocations.ts'
import { presentChange } from './present.ts'
import { type GivenRole, type OperatorRow, operatorQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'events' | 'hub'>

/**
 * Asserts that an account keeps an owner without this one.
 * @throws AppError `last_owner`
 */
export function assertNotLastOwner({ db }: Pick<Context, 'db'>, row: OperatorRow): void {
  if (row.role === 'owner' && operatorQueries(db).owners(row.user_id) === 1)
    throw new AppError('last_owner')
}

/**
 * Gives an operator another role. Their streams and calls reconnect with its capabilities. Call `writeRevocations` after the commit.
 * @param by The operator who gives it.
 * @throws AppError `last_owner`
 */
export function setRole(
  tx: Tx,
  context: Needs,
  before: OperatorRow,
  { role, customRole }: GivenRole,
  by: number,
): void {
  const { db } = context
  if (role !== 'owner') assertNotLastOwner(context, before)
  operatorQueries(db).setRole(tx, before.id, { role, customRole })
  adjustAccess(tx, context, before, by)
}

/**
 * Adjusts what an operator has issued and is signed in with to their present role, and announces it.
 * @param before The operator with their previous role.
 * @param by The operator who changed it.
 */
export function adjustAccess(tx: Tx, context: Needs, before: OperatorRow, by: number): void {
  const { db, events, hub } = context
  const ended = accountQueries(db).endedWith({ operatorId: before.id, keyId: null })
  const row = operatorQueries(db).ofUser(before.user_id, before.id)!
  if (!covers(grantsOf(row), grantsOf(before))) {
    // Demotions to agent are recorded by a trigger.
    if (row.role !== 'agent' || before.role === 'custom') limitOperator(tx, context, row)
    endIssued(tx, context, row, by)
  }
  endLowerIssued(tx, context, row)
  events.record(tx, {
    userId: row.user_id,
    type: 'operator.updated',
    payload: presentChange(row),
  })
  tx.afterCommit(() => {
    for (const credential of ended) hub.dismiss(credential)
  })
}

/**
 * Ends what an operator who lost capabilities may no longer issue. Sessions that they issued stay if they stepped down themselves, so
 * that whoever they handed the account to stays signed in. Their keys lose the capabilities with them.
 */
function endIssued(tx: Tx, { db }: Needs, row: OperatorRow, by: number): void {
  const accounts = accountQueries(db)
  const grants = grantsOf(row)
  if (!grants.has('keys')) accounts.endKeysOf(tx, row.id)
  for (const { id, kind, ...holder } of issuedQueries(db).byOperator(row.id)) {
    const isKept = kind === 'browser' && by === row.id
    const isCovered = grants.has('people') && covers(grants, grantsOf(holder))
    if (!isKept && !isCovered) accounts.endSession(tx, row.user_id, id)
  }
}

/** Ends links and sessions that someone issued who may do less than the operator now may. */
function endLowerIssued(tx: Tx, { db }: Needs, row: OperatorRow): void {
  const grants = grantsOf(row)
  for (const { id, ...issuer } of issuedQueries(db).toOperator(row.id))
    if (!covers(grantsOf(issuer), grants)) accountQueries(db).endSession(tx, row.user_id, id)
}
