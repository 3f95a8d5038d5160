import type { Context } from '../../context.ts'
import type { Line } from '../../providers/voice/provider.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { lookupQueries } from '../platform/lookups/queries.ts'
import { callQueries } from './queries.ts'
import { isLive } from './states.ts'

/** Facts about an ongoing call for its provider; undefined when it has ended or was deleted. */
export function lineOf({ db }: Pick<Context, 'db'>, callId: number): Line | undefined {
  const call = callQueries(db).byId(callId)
  const assistant = call && assistantQueries(db).byId(call.assistant_id)
  if (!call || !assistant || !isLive(call.status)) return undefined
  return {
    callId,
    type: call.type,
    customerNumber: call.client_phone_number,
    assistantNumber: call.assistant_phone_number,
    language: assistant.language,
    otherLanguages: assistantQueries(db)
      .languagesOf(assistant.id)
      .flatMap((id) => lookupQueries(db).languageCode(id) ?? []),
    ringingTime: assistant.ringing_time,
    maxDuration: call.max_duration,
    maxSilence: assistant.max_silence_duration,
    customerSpeaksFirst: assistant.wait_for_customer === 1,
  }
}
