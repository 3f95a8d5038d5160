import { newSecret } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { recordingOf } from '../../providers/voice/sandbox/recording.ts'
import { SANDBOX } from '../../providers/voice/sandbox/sandbox.ts'
import { releaseCall, reserveCall, settleCall } from '../calls/charge.ts'
import { evaluate } from '../calls/evaluate.ts'
import { callQueries, type StoredCall } from '../calls/queries.ts'
import { WEB } from '../calls/session/record.ts'
import { transcriptOf } from '../calls/transcript.ts'
import { digitsOf } from '../platform/values/telephone.ts'
import { customer, SHOP_NUMBER } from './demo-phone.ts'
import type { Stage } from './demo-talk.ts'
import { CALL_END, CALL_GREETING, CALL_TALK } from './demo-words.ts'

/** Price per minute in the demo, micro-dollars. */
const MINUTE_PRICE = 12_000
const SECOND = 1000

/** Simulates an inbound or outbound call: it rings, is usually answered, and is charged. */
export function phone(tx: Tx, stage: Stage): void {
  const { context, chance, cast, wait } = stage
  const calls = callQueries(context.db)
  const type = chance.weighted({ inbound: 70, outbound: 25, web: 5 })
  const number = type === 'web' ? null : customer(chance.below(40))
  const id = calls.insert(tx, {
    userId: cast.assistant.user_id,
    assistantId: cast.assistant.id,
    type,
    assistantNumber: type === 'web' ? null : SHOP_NUMBER,
    clientNumber: number,
    clientDigits: number === null ? null : digitsOf(number),
    variables: '{}',
    inputVariables: '{}',
    // The demo makes no telephone calls; visitors may call from its website.
    provider: type === 'web' ? WEB : SANDBOX,
    conversationId: null,
    minutePrice: MINUTE_PRICE,
    maxDuration: cast.assistant.max_duration,
    now: wait(0),
  })
  const call = calls.byId(id)!
  reserveCall(tx, context, call)
  calls.dialled(tx, id, new Date(wait(SECOND)))
  calls.move(tx, id, 'ringing', { ringingAt: wait(SECOND) }, context.now())
  const fate = chance.weighted({ taken: 80, 'no-answer': 12, busy: 5, failed: 3 })
  if (fate === 'taken') {
    converse(tx, stage, call)
    return
  }
  calls.move(tx, id, fate, { endedAt: wait((3 + chance.below(20)) * SECOND) }, context.now())
  releaseCall(tx, context, call)
}

/** Answers the call and adds utterances until the customer hangs up. */
function converse(tx: Tx, { context, chance, wait }: Stage, call: StoredCall): void {
  const calls = callQueries(context.db)
  const { id } = call
  const talk = chance.pick(CALL_TALK)
  const answeredAt = wait((2 + chance.below(9)) * SECOND)
  calls.move(tx, id, 'in-progress', { answeredBy: 'human', answeredAt }, context.now())
  for (const [turn, content] of [CALL_GREETING, ...talk, CALL_END].entries()) {
    const speaker = turn % 2 === 0 ? 'assistant' : 'customer'
    const said = { speaker, content, at: wait(turn === 0 ? SECOND : 4 * SECOND) } as const
    const heardMs = 200 + chance.below(300)
    const thoughtMs = heardMs + 150 + chance.below(900)
    const timing = { heardMs, thoughtMs, soundMs: thoughtMs + 80 + chance.below(200) }
    const isMeasured = call.provider === WEB && speaker === 'assistant' && turn > 0
    const words = { ...said, ...(isMeasured && { timing }) }
    calls.countTurn(tx, id, turn, transcriptOf([words]), context.now())
    calls.insertTurn(tx, id, turn, 0, words)
    wait(chance.below(35) * SECOND)
  }
  const endedAt = wait(2 * SECOND)
  const duration = Math.round((endedAt - answeredAt) / SECOND)
  const cost = settleCall(tx, context, call, duration)
  const end = { endedAt, endedBy: 'customer', duration, cost } as const
  calls.move(tx, id, 'ended_by_customer', end, context.now())
  const spoken = calls.spoken(id)
  const evaluation = evaluate({ answeredBy: 'human', ended: 'ended_by_customer', spoken })
  const facts = { completedAt: wait(3 * SECOND), evaluation, recording: record(tx, context, id) }
  calls.move(tx, id, 'completed', facts, context.now())
}

/** Stores the recording of a call; returns its name. */
function record(tx: Tx, context: Stage['context'], callId: number): string {
  const calls = callQueries(context.db)
  const name = `${newSecret(context)}.wav`
  const { audio, starts = [] } = recordingOf({ callId, spoken: calls.spoken(callId) })
  context.recordings.saveSync(name, audio)
  for (const [turn, at] of starts.entries()) calls.placeTurn(tx, callId, turn, 0, at)
  return name
}
