/*
 * GET    /user/contacts/:id/timeline  getContactTimeline
 */
import { getContactTimeline, TimelineKind } from '#contracts/contact-timeline.ts'
import { notFound } from '../../../errors.ts'
import { may } from '../../../http/policy.ts'
import type { Routes } from '../../../http/routes.ts'
import { mergedQueries } from '../../conversations/visitors/merged-queries.ts'
import { contactQueries } from '../queries.ts'
import { presentTimelineItem } from './present.ts'
import { type Place, timelineQueries } from './queries.ts'

/** Number of items in a page. */
const PAGE = 30

const NEWEST: Place = { at: Number.MAX_SAFE_INTEGER, rank: 9, id: 0 }

/** Kinds that operators see with the capability `records` only. */
const RECORDS: readonly string[] = ['call', 'text'] satisfies TimelineKind[]

/** Everything that happened with a contact, on all channels. */
export const contactTimelineRoutes: Routes = (context) => {
  const { handle, db } = context

  handle(getContactTimeline, ({ principal, params, query }) => {
    const { userId } = principal
    const contact = contactQueries(db).ofUser(userId, params.id)
    if (!contact) throw notFound('contact_not_found')
    const wanted: readonly string[] = query.kinds?.split(',') ?? TimelineKind.options
    const kinds = may(principal, 'records')
      ? wanted
      : wanted.filter((kind) => !RECORDS.includes(kind))
    // Other identifiers of customers are no numbers.
    const numbers = mergedQueries(db)
      .numbersOf(contact.id)
      .filter((number) => number.startsWith('+'))
    const rows = timelineQueries(db).page({
      ...(query.before === undefined ? NEWEST : placeOf(query.before)),
      userId,
      visitors: JSON.stringify(mergedQueries(db).idsWith(contact.id)),
      digits: JSON.stringify(numbers.map((number) => number.replace(/\D/g, ''))),
      kinds: JSON.stringify(kinds),
      limit: PAGE + 1,
    })
    const shown = rows.slice(0, PAGE)
    const last = rows.length > PAGE ? shown.at(-1) : undefined
    return {
      data: shown.map(presentTimelineItem),
      before: last ? `${last.at}.${last.rank}.${last.id}` : null,
    }
  })
}

function placeOf(text: string): Place {
  const [at, rank, id] = text.split('.').map(Number)
  return { at: at!, rank: rank!, id: id! }
}
