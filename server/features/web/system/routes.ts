/*
 * GET    /user/limits  getLimits
 * GET    /user/data    getDataFacts
 */
import { getDataFacts, getLimits } from '#contracts/system.ts'
import { searchState } from '../../../db/search-lag.ts'
import { may } from '../../../http/policy.ts'
import type { Routes } from '../../../http/routes.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { listedCalls } from '../../calls/list-queries.ts'
import { listedConversations } from '../../conversations/list-queries.ts'
import { listedSms } from '../../sms/list-queries.ts'
import { shownLimits } from './limits.ts'
import { systemQueries } from './queries.ts'

/** Limits and data facts of this server. */
export const systemRoutes: Routes = ({ handle, db, config, searchLag }) => {
  const system = systemQueries(db)
  const assistants = assistantQueries(db)
  const [conversations, calls, sms] = [listedConversations(db), listedCalls(db), listedSms(db)]

  handle(getLimits, () => ({
    limits: shownLimits(config),
    rates: Object.entries(config.rates).map(([name, { max, windowMs }]) => ({
      name,
      max,
      unit: name.endsWith('Bytes') ? ('bytes' as const) : ('count' as const),
      window_ms: windowMs,
    })),
  }))

  handle(getDataFacts, ({ principal, principal: { userId } }) => ({
    counts: {
      conversations: conversations(userId, {}).total,
      calls: calls(userId, {}).total,
      sms: sms(userId, {}).total,
      assistants: assistants.count(userId),
    },
    database: may(principal, 'server.backups')
      ? {
          bytes: system.bytes(),
          folder: db.memory ? null : config.dataDir,
          search: searchState(db, searchLag),
        }
      : null,
  }))
}
