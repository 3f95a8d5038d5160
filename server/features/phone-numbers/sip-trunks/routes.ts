/*
 * GET    /user/phone-numbers/sip-trunks      listSipTrunks
 * GET    /user/phone-numbers/sip-trunks/:id  getSipTrunk
 * POST   /user/phone-numbers/sip-trunks      createSipTrunk
 * PUT    /user/phone-numbers/sip-trunks/:id  updateSipTrunk
 */
import { createHmac } from 'node:crypto'
import {
  createSipTrunk,
  getSipTrunk,
  listSipTrunks,
  type NewSipTrunk,
  updateSipTrunk,
} from '#contracts/sip-trunks.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { once } from '../../platform/idempotency/once.ts'
import { presentListedTrunk, presentTrunk } from './present.ts'
import { type TrunkRow, trunkQueries } from './queries.ts'
import { trunkFaults } from './rules.ts'
import { createTrunk, updateTrunk } from './save.ts'

/** SIP trunks: phone numbers of type `sip` that connect a telephone system. */
export const sipTrunkRoutes: Routes = (context) => {
  const { handle, db, installation } = context
  const trunks = trunkQueries(db)

  handle(listSipTrunks, ({ principal: { userId } }) => ({
    data: trunks.all(userId).map(presentListedTrunk),
  }))

  handle(getSipTrunk, ({ principal: { userId }, params }) => ({
    data: presentTrunk(find(userId, params.id)),
  }))

  handle(
    createSipTrunk,
    ({ principal: { userId }, body, req }) =>
      once(context, {
        req,
        userId,
        operation: 'create_sip_trunk',
        body: withoutPassword(body),
        act: async (claim) => created(await createTrunk(context, userId, body, claim)),
        answerOf(id) {
          const row = trunks.find(userId, id)
          return row && created(row)
        },
      }),
    (sent) => trunkFaults(sent),
  )

  handle(
    updateSipTrunk,
    async ({ principal: { userId }, params: { id }, body }) => ({
      message: 'SIP trunk updated successfully.',
      data: presentTrunk(await updateTrunk(context, { userId, id }, body)),
    }),
    (sent, { userId }, { id }) => trunkFaults(sent, find(userId, id)),
  )

  const created = (row: TrunkRow) => ({
    message: 'SIP trunk created successfully.',
    data: presentTrunk(row),
  })

  /** A body as an idempotency key remembers it: a short password could be guessed from a plain hash. */
  const withoutPassword = ({ sip_password, ...body }: NewSipTrunk) => ({
    ...body,
    sip_password: createHmac('sha256', installation.keyFor('trunk passwords'))
      .update(sip_password)
      .digest('hex'),
  })

  function find(userId: number, id: number): TrunkRow {
    const row = trunks.find(userId, id)
    if (!row) throw notFound('sip_trunk_not_found')
    return row
  }
}
