import type { Context } from '../../../context.ts'
import { telephoneQueries } from './queries.ts'

/** Reports whether as many calls go on as can; telephones that ring count, for they may be taken at once. */
export function areLinesBusy({
  db,
  config,
  liveCalls,
}: Pick<Context, 'db' | 'config' | 'liveCalls'>): boolean {
  const silent = telephoneQueries(db)
    .open()
    .filter((id) => liveCalls.byId(id) === undefined)
  return silent.length + liveCalls.count >= config.limits.callsAtOnce
}
