import type { Context } from '../../../context.ts'
import type { FormApiAccount } from '../../../providers/form-api/account.ts'
import { nextPollAt } from '../../../providers/voice/form-api/follow-times.ts'
import {
  createTelephone,
  type Legs,
  type Telephone,
  telephoneName,
} from '../../../providers/voice/form-api/form-api.ts'
import { createSwitchboard } from '../switchboard.ts'
import { enqueueFollow } from './follow-job.ts'
import { telephoneQueries } from './queries.ts'

/** Creates the telephone provider of an account. It is stateless, so it can be created wherever it is needed. */
export function telephoneOf(context: Context, account: FormApiAccount): Telephone {
  return createTelephone(context, {
    account,
    publicUrl: context.config.publicUrl,
    legs: legsOf(context),
    switchboard: createSwitchboard(context),
    givenUp: context.sms.givenUp,
  })
}

/** The provider by the name stored with its calls; undefined if another account or none is set up. */
export function telephoneFor(context: Context, name: string): Telephone | undefined {
  const account = context.formApi.account()
  return account && telephoneName(account.account) === name
    ? telephoneOf(context, account)
    : undefined
}

/** Stores a provider's calls in the database. Every change schedules a follow-up. */
export function legsOf({
  db,
  write,
  jobs,
  randomBytes,
}: Pick<Context, 'db' | 'write' | 'jobs' | 'randomBytes'>): Legs {
  const legs = telephoneQueries(db)
  return {
    find: legs.find,
    async begin(callId, { ringingTime, maxDuration, begunAt }) {
      const ref = randomBytes(16).toString('base64url')
      const isNew = await write((tx) => {
        const began = legs.begin(tx, { callId, ref, sid: null, ringingTime, begunAt })
        const times = { ringingTime, maxDuration, begunAt }
        if (began) enqueueFollow(tx, { jobs }, callId, nextPollAt(times, begunAt)!)
        return began
      })
      return isNew ? legs.find(callId) : undefined
    },
    async bind(callId, sid) {
      await write((tx) => legs.bind(tx, callId, sid))
    },
    isTaken: legs.isTaken,
  }
}
