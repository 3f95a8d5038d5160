import { inEnglish } from '#contracts/catalogues.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { Context } from '../../context.ts'
import { ifSet, toIso } from '../../db/time.ts'
import type { Operator } from '../../http/principal.ts'
import { picturePath } from '../platform/pictures/present.ts'
import { pictureQueries } from '../platform/pictures/queries.ts'
import { presentDelivery } from '../webhooks/present.ts'
import { webhookQueries } from '../webhooks/queries.ts'
import { presentActivity } from './activities/present.ts'
import { activityQueries } from './activities/queries.ts'
import { presentDraft, presentDrafter } from './drafts/present.ts'
import { draftQueries } from './drafts/queries.ts'
import type { MessageRow } from './messages/queries.ts'
import { presentNote } from './notes/present.ts'
import { noteQueries } from './notes/queries.ts'
import { outcomeQueries } from './outcome-queries.ts'
import {
  presentConversation,
  presentDialFields,
  presentOngoingCall,
  presentVisitor,
} from './present.ts'
import { presentOutcome } from './present-outcome.ts'
import { presentApproval, presentProposal } from './proposals/present.ts'
import { proposalQueries } from './proposals/queries.ts'
import { type ConversationRow, conversationQueries } from './queries.ts'
import { presentRating } from './ratings/present.ts'
import { clockQueries } from './reply-targets/clock-queries.ts'
import { presentDue } from './reply-targets/present.ts'
import { presentDeskMessages } from './tools/calls-of.ts'
import { visitorConversationQueries } from './visitors/conversation-queries.ts'
import { mergedQueries } from './visitors/merged-queries.ts'
import { pageQueries } from './visitors/page-queries.ts'
import { presentPage, presentVisitorConversation } from './visitors/present.ts'
import { visitorQueries } from './visitors/queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'liveCalls' | 'pendingAnswers'>

/** Maximum number of other conversations of the visitor shown beside it. */
const MAX_EARLIER = 20

/** A conversation with the given messages and all of its desk data, as shown to an operator. */
export function conversationDetail(
  context: Needs & { readonly localizer?: Localizer },
  row: ConversationRow,
  operator: Pick<Operator, 'operatorId'>,
  messages: MessageRow[],
) {
  const { db, events, hub, liveCalls, pendingAnswers, localizer = inEnglish } = context
  const cursor = events.last()
  const visitor = row.visitor_id === null ? undefined : visitorQueries(db).find(row.visitor_id)
  const together = visitor ? mergedQueries(db).idsWith(visitor.id) : []
  const proposals = proposalQueries(db)
  const proposal = proposals.open(row.id)
  const due = clockQueries(db).running(row.id)
  const outcome = outcomeQueries(db).find(row.id)
  return {
    ...presentConversation(row),
    ...presentDialFields(row),
    assistant_picture: picturePath(pictureQueries(db).ofAssistant(row.assistant_id)),
    reply_due: due ? presentDue(due) : null,
    call: presentOngoingCall(conversationQueries(db).callIn(row.id)),
    call_company: liveCalls.ofConversation(row.id)?.company?.() ?? null,
    proposal: proposal ? presentProposal(proposal) : null,
    pending_answer: pendingAnswers.of(row.id)?.state() ?? null,
    approvals: proposals.sent(row.id).map(presentApproval),
    activities: activityQueries(db)
      .all(row.id)
      .map((activity) => presentActivity(activity, localizer)),
    messages: presentDeskMessages(db, row.id, messages, localizer),
    read_seq: row.operator_read_seq,
    visitor_read_seq: row.visitor_read_seq,
    ...relatedTo(db, row, operator, together),
    visitor: visitor
      ? presentVisitor(
          visitor,
          visitorQueries(db).contactOf(visitor),
          together.some((id) => hub.isOnline(id)),
        )
      : null,
    variables: JSON.parse(row.variables),
    outcome: outcome ? presentOutcome(outcome, row).outcome : null,
    rating: presentRating(row),
    webhook_deliveries: webhookQueries(db)
      .ofConversation(row.id)
      .map((delivery) => presentDelivery(delivery, localizer)),
    ended_at: ifSet(row.ended_at, toIso),
    cursor,
  }
}

function relatedTo(
  db: Needs['db'],
  { id, visitor_id }: ConversationRow,
  { operatorId }: Pick<Operator, 'operatorId'>,
  together: readonly number[],
) {
  const drafts = draftQueries(db)
  const others = visitorConversationQueries(db).latest(together, MAX_EARLIER + 1)
  return {
    notes: noteQueries(db).all(id).map(presentNote),
    drafts: drafts.own(id, operatorId).map(presentDraft),
    drafters: drafts.others(id, operatorId).map(presentDrafter),
    pages: visitor_id === null ? [] : pageQueries(db).all(visitor_id).map(presentPage),
    earlier: others
      .filter((other) => other.id !== id)
      .slice(0, MAX_EARLIER)
      .map(presentVisitorConversation),
  }
}
