import type { Context } from '../../../context.ts'
import type { FormApiAccount } from '../../../providers/form-api/account.ts'
import {
  createTelephone,
  type Legs,
  type Telephone,
} from '../../../providers/voice/form-api/form-api.ts'
import { createSwitchboard } from '../switchboard.ts'
import { telephoneQueries } from './queries.ts'

/** The provider of telephone calls with an account. It keeps nothing in memory, so that it may be made wherever it is used. */
export function telephoneOf(context: Context, account: FormApiAccount): Telephone {
  return createTelephone(context, {
    account,
    publicUrl: context.config.publicUrl,
    legs: legsOf(context),
    switchboard: createSwitchboard(context),
    givenUp: context.sms.givenUp,
  })
}

/** Calls at a provider, in the database. */
export function legsOf({
  db,
  write,
  randomBytes,
}: Pick<Context, 'db' | 'write' | 'randomBytes'>): Legs {
  const legs = telephoneQueries(db)
  return {
    find: legs.find,
    async begin(callId, { ringingTime, begunAt }) {
      const ref = randomBytes(16).toString('base64url')
      const isNew = await write((tx) => legs.begin(tx, { callId, ref, ringingTime, begunAt }))
      return isNew ? legs.find(callId) : undefined
    },
    async bind(callId, sid) {
      await write((tx) => legs.bind(tx, callId, sid))
    },
    isTaken: legs.isTaken,
  }
}
