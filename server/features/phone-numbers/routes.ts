/*
 * GET    /user/phone-numbers             listSendingNumbers
 * GET    /user/phone-numbers/all         listPhoneNumbers
 * POST   /user/phone-numbers             createPhoneNumber
 * PUT    /user/phone-numbers/:id         updatePhoneNumber
 * GET    /user/assistants/phone-numbers  listAssignableNumbers
 */
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import {
  createPhoneNumber,
  listAssignableNumbers,
  listPhoneNumbers,
  listSendingNumbers,
  type PhoneNumberChange,
  updatePhoneNumber,
} from '#contracts/phone-numbers.ts'
import { notFound } from '../../errors.ts'
import { assertMay } from '../../http/policy.ts'
import type { Operator } from '../../http/principal.ts'
import type { Routes } from '../../http/routes.ts'
import { accountQueries } from '../accounts/queries.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { isActive, presentAssignable, presentNumber } from './present.ts'
import { type PhoneNumberRow, phoneNumberQueries } from './queries.ts'
import { numberFaults } from './rules.ts'
import { createNumber, updateNumber } from './save.ts'

export const phoneNumberRoutes: Routes = (context) => {
  const { handle, db, write, now } = context
  const numbers = phoneNumberQueries(db)
  const assistants = assistantQueries(db)

  handle(listSendingNumbers, ({ principal }) =>
    numbers
      .all(principal.userId)
      .filter((row) => row.sms_capable === 1 && isActive(row, now()))
      .map(present),
  )

  handle(listPhoneNumbers, ({ principal, query }) => ({
    data: numbers.all(principal.userId).map((row) => ({
      ...present(row),
      ...(query.include === 'price' && {
        monthly_price: row.monthly_price === null ? null : toDollars(row.monthly_price),
      }),
    })),
  }))

  handle(
    createPhoneNumber,
    async ({ principal, body: { account_id, ...body } }) => {
      const account = accountFor(principal, account_id)
      return {
        message: 'Phone number created successfully.',
        data: present(await write((tx) => createNumber(tx, context, account, body))),
      }
    },
    (sent, principal) => ({
      ...numberFaults(sent),
      ...textFaults(principal, sent),
      ...assistantFaults(accountFor(principal, sent.account_id), sent),
    }),
  )

  handle(
    updatePhoneNumber,
    async ({ principal, params, body }) => {
      const row = find(principal.userId, params.id)
      return {
        message: 'Phone number updated successfully.',
        data: present(await write((tx) => updateNumber(tx, context, row, body))),
      }
    },
    (sent, principal, { id }) => {
      const row = find(principal.userId, id)
      return {
        ...numberFaults(sent, { row, isAnswered: numbers.isAnswered(id) }),
        ...textFaults(principal, sent, row),
        ...assistantFaults(principal.userId, sent),
      }
    },
  )

  handle(listAssignableNumbers, ({ principal, query }) => {
    const all = numbers.assignable(principal.userId).map(presentAssignable)
    return query.type === 'inbound' ? all.filter((number) => number.is_available) : all
  })

  const present = (row: PhoneNumberRow) => presentNumber(row, now())

  /**
   * The account that a number is added to.
   * @throws AppError `owner_only` if anybody but the owner names another account, or `account_not_found`
   */
  function accountFor(principal: Operator, userId = principal.userId): number {
    if (userId === principal.userId) return userId
    assertMay(principal, 'server.accounts')
    if (!accountQueries(db).user(userId)) throw notFound('account_not_found')
    return userId
  }

  /** Only the owner decides which account receives the messages to a number (docs/spec/threats.md, L4). */
  function textFaults(
    { isOwner }: Operator,
    { sms_capable, phone_number }: PhoneNumberChange,
    row?: PhoneNumberRow,
  ): FieldFaults {
    const isAsItWas =
      row?.sms_capable === 1 && (phone_number === undefined || phone_number === row.phone_number)
    const isTextable = sms_capable ?? row?.sms_capable === 1
    if (isOwner || !isTextable || isAsItWas) return {}
    return { [sms_capable ? 'sms_capable' : 'phone_number']: [fault('assigned_by_owner')] }
  }

  function assistantFaults(
    userId: number,
    { sms_assistant_id: id }: PhoneNumberChange,
  ): FieldFaults {
    if (id === undefined || assistants.has(userId, id)) return {}
    return { sms_assistant_id: [fault('not_selectable')] }
  }

  function find(userId: number, id: number): PhoneNumberRow {
    const row = numbers.find(userId, id)
    if (!row) throw notFound('phone_number_not_found')
    return row
  }
}
