import type { JobPayload } from '#contracts/jobs.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { SpokenCall, VoiceProvider } from '../../providers/voice/provider.ts'
import { RECORDING_NAME } from '../../providers/voice/recordings.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { extractFields } from '../conversations/extraction/extract.ts'
import { goalOf } from './campaigns/goal.ts'
import { settleLead } from './campaigns/settle.ts'
import { addToList } from './do-not-call/add.ts'
import { evaluate } from './evaluate.ts'
import { moveCall } from './lifecycle.ts'
import { sendPostCallWebhook } from './post-call-webhook.ts'
import { callQueries, type StoredCall } from './queries.ts'
import { isEnded } from './states.ts'
import { transferQueries } from './telephone/transfer-queries.ts'
import { voiceOf } from './voice.ts'

/**
 * The post-call work of a call that is over: its recording, its evaluation, the variables its schema asks for, and in
 * one commit its last status and its webhook. Doing it again changes nothing.
 */
export async function finishCall(
  context: Context,
  { call_id: callId, recording: name }: JobPayload<'call.finish'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, write } = context
  const calls = callQueries(db)
  const call = calls.byId(callId)
  const assistant = call && assistantQueries(db).byId(call.assistant_id)
  if (!call || !assistant || !isEnded(call.status)) return
  const voice = voiceOf(context, call.provider)
  const spoken = calls.spoken(callId)
  // Nobody was talked with on the second call of a transfer: a colleague was asked to take it.
  const isSecond = transferQueries(db).ofLeg(callId) !== undefined
  const { values: extracted, isFailed } = isSecond
    ? { values: {}, isFailed: true }
    : await extractedFrom(context, assistant, { callId, spoken }, signal)
  const recording =
    assistant.record === 1 && voice
      ? await saveRecording(context, voice, { callId, spoken }, name)
      : null
  signal.throwIfAborted()
  // A live call was recorded while it went on.
  const hasLost = call.recording !== null && !(await isKept(context, call.recording))
  const facts = {
    completedAt: context.now().getTime(),
    recording,
    variables: { ...(JSON.parse(call.variables) as JsonObject), ...extracted },
    ...(assistant.post_call_evaluation === 1 &&
      !isSecond && {
        evaluation: evaluate({ answeredBy: call.answered_by, ended: call.status, spoken }),
      }),
  }
  await write((tx) => {
    if (hasLost) calls.dropRecording(tx, callId)
    const completed = moveCall(tx, context, callId, 'completed', facts)
    if (!completed) return
    const goal = goalOf(context, completed, assistant, extracted)
    settleLead(tx, context, completed, isFailed && goal !== true ? undefined : goal)
    refuseIfAsked(tx, context, completed, extracted)
    sendPostCallWebhook(tx, context, completed, extracted)
  })
  // Deleted in the meantime: then its recording is, too.
  if (recording !== null && !calls.byId(callId)) context.recordings.remove(recording)
}

/** Puts the client's number on the do-not-call list where the schema's `do_not_call` came out true. */
function refuseIfAsked(
  tx: Tx,
  context: Context,
  { user_id: userId, client_phone_number: number }: StoredCall,
  extracted: JsonObject,
): void {
  if (extracted['do_not_call'] === true && number !== null)
    addToList(tx, context, { userId, number, reason: null })
}

/** Reports whether a recording is there; one at an address of its own is. */
const isKept = async (
  { recordings }: Pick<Context, 'recordings'>,
  name: string,
): Promise<boolean> => !RECORDING_NAME.test(name) || (await recordings.bytesOf(name)) > 0

/**
 * Values for the assistant's schema; none when extraction fails, so that no call waits forever, and those found without a
 * model when one gave no usable answer.
 */
async function extractedFrom(
  context: Context,
  assistant: AssistantWithLanguage,
  { callId, spoken }: SpokenCall,
  signal: AbortSignal,
): Promise<{ readonly values: JsonObject; readonly isFailed: boolean }> {
  const transcript = spoken.map(({ speaker, content }) => ({
    role: speaker === 'customer' ? ('user' as const) : ('assistant' as const),
    content,
  }))
  try {
    const { values, problem } = await extractFields(context, { assistant, transcript, signal })
    return { values, isFailed: problem !== undefined }
  } catch (error) {
    signal.throwIfAborted()
    context.log.error(
      { err: error, call: callId },
      'the variables of a call could not be extracted',
    )
    return { values: {}, isFailed: true }
  }
}

/** Keeps the recording under its name; null when there is none or it cannot be kept. */
async function saveRecording(
  { recordings, log, db, write }: Context,
  voice: VoiceProvider,
  call: SpokenCall,
  name: string,
): Promise<string | null> {
  try {
    const recording = await voice.recordingOf?.(call)
    if (!recording) return null
    recordings.saveSync(name, recording.audio)
    await placeInRecording({ db, write }, call.callId, recording.starts ?? [])
    return name
  } catch (error) {
    log.error({ err: error, call: call.callId }, 'a recording could not be kept')
    return null
  }
}

/** Writes down where in the recording each thing was said. */
async function placeInRecording(
  { db, write }: Pick<Context, 'db' | 'write'>,
  callId: number,
  starts: readonly number[],
): Promise<void> {
  const calls = callQueries(db)
  await write((tx) => {
    const said = calls.utterances(callId)
    for (const [index, { turn, place }] of said.entries())
      calls.placeTurn(tx, callId, turn, place, starts[index] ?? null)
  })
}
