import type { OperatorEvent } from '#contracts/events.ts'
import type { Db } from '../../../db/open.ts'
import type { VisitorSeat } from '../../../realtime/hub.ts'
import { mergedQueries } from './merged-queries.ts'

/** Presence of the contact that a visitor is shown as, who may be on the website in another browser, too. */
export const presenceOfContact =
  (db: Db) =>
  (
    { id, uuid }: VisitorSeat,
    online: boolean,
    isOnline: (visitorId: number) => boolean,
  ): OperatorEvent['presence'] => {
    const contact = mergedQueries(db).shownAs(id)
    const isElsewhere = contact?.ids.some((other) => other !== id && isOnline(other)) === true
    return { visitor_id: contact?.uuid ?? uuid, online: online || isElsewhere }
  }
