/*
 * GET    /user/home             getHome
 * PUT    /user/home/onboarding  dismissOnboarding
 */
import { fault } from '#contracts/faults.ts'
import { dismissOnboarding, getHome } from '#contracts/home.ts'
import { InvalidFields } from '../../errors.ts'
import { may } from '../../http/policy.ts'
import type { Routes } from '../../http/routes.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { readHome } from './home.ts'
import { homeQueries } from './queries.ts'

/** Endpoints of Home. */
export const homeRoutes: Routes = (context) => {
  const { handle, db, write, now } = context
  const home = homeQueries(db)

  handle(getHome, ({ principal, query }) => {
    const { userId, operatorId } = principal
    const { timezone = 'UTC', days = '30', assistant_id: assistantId } = query
    if (assistantId !== undefined && !assistantQueries(db).has(userId, assistantId)) {
      throw new InvalidFields({ assistant_id: [fault('not_selectable')] })
    }
    return readHome(context, {
      userId,
      operatorId,
      may: (capability) => may(principal, capability),
      timezone,
      days: Number(days),
      assistantId,
    })
  })

  handle(dismissOnboarding, async ({ principal: { operatorId }, body }) => {
    if (body.is_dismissed) await write((tx) => home.dismiss(tx, operatorId, now()))
    else await write((tx) => home.bringBack(tx, operatorId))
    return { is_dismissed: body.is_dismissed }
  })
}
