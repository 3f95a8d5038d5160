import type { TimelineItem } from '#contracts/contact-timeline.ts'
import { ifSet, toIso } from '../../../db/time.ts'
import { presentActor } from '../../conversations/activities/present.ts'
import type { TimelineRow } from './queries.ts'

/** An item of a contact's timeline. */
export function presentTimelineItem(row: TimelineRow): TimelineItem {
  const { rank, id, call_type: type, call_status: status, conversation_uuid: uuid } = row
  return {
    key: `${rank}.${id}`,
    kind: row.kind,
    at: toIso(row.at),
    text: row.text?.toWellFormed() ?? null,
    assistant_name: row.assistant_name,
    by: presentActor(row.operator_id, row.operator_name),
    conversation:
      uuid === null
        ? null
        : {
            id: uuid,
            message_count: row.message_count,
            unread: row.unread_count,
            ended_at: ifSet(row.conversation_ended_at, toIso),
          },
    call: type === null ? null : { id, type, status: status!, duration: row.duration! },
    sms: row.sms_status === null ? null : { id, status: row.sms_status },
  }
}
