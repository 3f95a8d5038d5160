import type { AnsweredBy, CallStatus, CallType } from '#contracts/enums.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import type { Spoken } from '../../providers/voice/provider.ts'
import { CALL_WITH_NAMES } from './list-queries.ts'
import type { CallRow } from './present.ts'
import { statusesBefore } from './states.ts'

/** A call as it is kept: times in ms, durations in seconds, money in micro-dollars, objects as JSON. */
export interface StoredCall {
  readonly id: number
  readonly user_id: number
  readonly assistant_id: number
  readonly campaign_id: number | null
  /** The lead that it belongs to, also where one of its contacts is called. */
  readonly lead_id: number | null
  readonly type: CallType
  readonly status: CallStatus
  readonly assistant_phone_number: string | null
  readonly client_phone_number: string | null
  readonly duration: number
  readonly transcript: string
  readonly variables: string
  readonly input_variables: string
  readonly evaluation: string
  readonly answered_by: AnsweredBy
  readonly recording: string | null
  readonly provider: string
  /** The conversation that a web call is spoken in. */
  readonly conversation_id: number | null
  /** Target of the last transfer to another assistant. */
  readonly acting_assistant_id: number | null
  readonly assistant_transfers: number
  readonly minute_price: number
  readonly max_duration: number
  /** Turns written down so far. */
  readonly turn_count: number
  readonly dialled_at: number | null
  readonly ringing_at: number | null
  readonly answered_at: number | null
  readonly ended_at: number | null
  readonly ended_by: EndedBy | null
  readonly completed_at: number | null
  readonly created_at: number
  readonly updated_at: number
}

/** Party that ended a call. */
export type EndedBy = 'customer' | 'assistant' | 'limit' | 'operator'

/** Something that was said, with its place. Times in ms, `recorded_at` from the beginning of the recording. */
export interface UtteranceRow extends Spoken {
  readonly turn: number
  readonly place: number
  readonly spoken_at: number | null
  readonly recorded_at: number | null
  /** Anatomy of an answer, as `Timing` has it; null where it was not measured. */
  readonly heard_ms: number | null
  readonly thought_ms: number | null
  readonly sound_ms: number | null
  readonly explanation_id: number | null
}

/** A call that is about to be placed. */
export interface NewCall {
  readonly userId: number
  readonly assistantId: number
  readonly type: CallType
  readonly assistantNumber: string | null
  readonly clientNumber: string | null
  readonly clientDigits: string | null
  readonly variables: string
  readonly inputVariables: string
  readonly provider: string
  readonly conversationId: number | null
  readonly campaignId?: number | null
  readonly leadId?: number | null
  readonly minutePrice: number
  readonly maxDuration: number
  readonly now: number
}

/** Facts recorded with a change of status. */
export interface Facts {
  readonly answeredBy?: AnsweredBy
  readonly ringingAt?: number
  readonly answeredAt?: number
  readonly endedAt?: number
  readonly endedBy?: EndedBy
  readonly completedAt?: number
  readonly duration?: number
  readonly cost?: number
  readonly transcript?: string
  readonly evaluation?: JsonObject
  readonly variables?: JsonObject
  readonly recording?: string | null
}

const json = (value: JsonObject | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value)

/** SQL for single calls. */
export const callQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewCall]>(`
    INSERT INTO calls (
      user_id, assistant_id, type, status, assistant_phone_number, client_phone_number, client_digits, variables,
      input_variables, provider, conversation_id, campaign_id, lead_id, minute_price, max_duration, created_at, updated_at
    ) VALUES (
      :userId, :assistantId, :type, 'initiated', :assistantNumber, :clientNumber, :clientDigits, :variables,
      :inputVariables, :provider, :conversationId, :campaignId, :leadId, :minutePrice, :maxDuration, :now, :now
    )
  `)
  const byId = sql.read<[number], StoredCall>('SELECT * FROM calls WHERE id = ?')
  const ofUser = sql.read<[number, number], StoredCall>(
    'SELECT * FROM calls WHERE id = ? AND user_id = ?',
  )
  const shown = sql.read<[number], CallRow>(`${CALL_WITH_NAMES} WHERE calls.id = ?`)
  const move = sql.write<[object], StoredCall>(`
    UPDATE calls SET
      status = :status, updated_at = :now,
      answered_by = coalesce(:answeredBy, answered_by), answered_at = coalesce(:answeredAt, answered_at),
      ringing_at = coalesce(:ringingAt, ringing_at), completed_at = coalesce(:completedAt, completed_at),
      ended_by = coalesce(:endedBy, ended_by), ended_at = coalesce(:endedAt, ended_at),
      duration = coalesce(:duration, duration),
      carrier_cost = coalesce(:cost, carrier_cost), total_cost = total_cost + coalesce(:cost, 0),
      transcript = coalesce(:transcript, transcript), evaluation = coalesce(:evaluation, evaluation),
      variables = coalesce(:variables, variables), recording = coalesce(:recording, recording)
    WHERE id = :id AND status IN (SELECT value FROM json_each(:from))
    RETURNING *
  `)
  const addCost = sql.write<[number, number]>(
    'UPDATE calls SET total_cost = total_cost + ? WHERE id = ?',
  )
  const setVariables = sql.write<[string, string, number, number]>(`
    UPDATE calls SET variables = ?, input_variables = ?, updated_at = ? WHERE id = ? AND status = 'initiated'
  `)
  const transfer = sql.write<[{ id: number; to: number; max: number }]>(`
    UPDATE calls SET acting_assistant_id = :to, assistant_transfers = assistant_transfers + 1
    WHERE id = :id AND assistant_transfers < :max
  `)
  const countTurn = sql.write<[{ id: number; turn: number; text: string; now: number }]>(`
    UPDATE calls SET
      turn_count = turn_count + 1, updated_at = :now,
      transcript = transcript || iif(transcript = '' OR :text = '', '', char(10)) || :text
    WHERE id = :id AND turn_count = :turn AND status = 'in-progress'
  `)
  const insertTurn = sql.write<[object]>(`
    INSERT INTO call_turns (call_id, turn, place, speaker, name, content, spoken_at, heard_ms, thought_ms, sound_ms, is_cut)
    VALUES (:callId, :turn, :place, :speaker, :name, :content, :at, :heardMs, :thoughtMs, :soundMs, :isCut)
  `)
  const utterances = sql.read<[number], UtteranceRow>(
    `
    SELECT turn, place, speaker, name, content, spoken_at, recorded_at, heard_ms, thought_ms, sound_ms,
      call_explanations.id AS explanation_id
    FROM call_turns LEFT JOIN call_explanations USING (call_id, turn, place) WHERE call_id = ? ORDER BY turn, place
  `,
  )
  const placeTurn = sql.write<[number | null, number, number, number]>(
    'UPDATE call_turns SET recorded_at = ? WHERE call_id = ? AND turn = ? AND place = ?',
  )
  const dialled = sql.write<[number, number]>(
    "UPDATE calls SET dialled_at = ? WHERE id = ? AND status = 'initiated' AND dialled_at IS NULL",
  )
  const spoken = sql.read<[number], Spoken>(
    'SELECT speaker, content FROM call_turns WHERE call_id = ? ORDER BY turn, place',
  )
  const personSpeaks = sql.write<[number]>(
    'UPDATE calls SET had_person = 1 WHERE id = ? AND had_person = 0',
  )
  const setWebhookResponse = sql.write<[string, number, number]>(
    'UPDATE calls SET webhook_response = ?, updated_at = ? WHERE id = ?',
  )
  const liveIds = sql
    .read<[number], number>(
      "SELECT id FROM calls WHERE user_id = ? AND status IN ('initiated', 'ringing', 'in-progress')",
    )
    .pluck()
  const inProgress = sql.read<[string], StoredCall>(
    "SELECT * FROM calls WHERE provider = ? AND status = 'in-progress'",
  )
  const ofConversation = sql
    .read<[number], number>('SELECT id FROM calls WHERE conversation_id = ?')
    .pluck()
  const keepRecording = sql.write<[string, number]>(
    "UPDATE calls SET recording = ? WHERE id = ? AND status = 'in-progress' AND recording IS NULL",
  )
  const dropRecording = sql.write<[number]>('UPDATE calls SET recording = NULL WHERE id = ?')
  const remove = sql.write<[number]>('DELETE FROM calls WHERE id = ?')
  const campaign = sql.read<[number], { id: number; name: string }>(
    'SELECT id, name FROM campaigns WHERE id = ?',
  )

  return {
    insert: (tx: Tx, call: NewCall) =>
      Number(insert.run(tx, { campaignId: null, leadId: null, ...call }).lastInsertRowid),
    byId: (id: number) => byId.get(id),
    ofUser: (userId: number, id: number) => ofUser.get(id, userId),
    /** So much more was paid for it, micro-dollars. */
    addCost: (tx: Tx, id: number, amount: number) => addCost.run(tx, amount, id),
    /** Transfers it to another assistant; false if the maximum has been reached. */
    transfer: (tx: Tx, id: number, to: number, max: number) =>
      transfer.run(tx, { id, to, max }).changes === 1,
    /** A call as it is shown, whoever has it. */
    shown: (id: number) => shown.get(id),
    /**
     * Changes the status of a call if the one it has allows that, and writes down what is known with it: the only
     * statement that sets a status. Undefined when it changed nothing.
     */
    move: (tx: Tx, id: number, status: CallStatus, facts: Facts, now: Date) =>
      move.get(tx, {
        id,
        status,
        now: now.getTime(),
        from: JSON.stringify(statusesBefore(status)),
        answeredBy: facts.answeredBy ?? null,
        answeredAt: facts.answeredAt ?? null,
        ringingAt: facts.ringingAt ?? null,
        completedAt: facts.completedAt ?? null,
        endedBy: facts.endedBy ?? null,
        endedAt: facts.endedAt ?? null,
        duration: facts.duration ?? null,
        cost: facts.cost ?? null,
        transcript: facts.transcript ?? null,
        evaluation: json(facts.evaluation),
        variables: json(facts.variables),
        recording: facts.recording ?? null,
      }),
    /** Gives a call that has not begun to ring other variables; false when it has. */
    setVariables: (tx: Tx, id: number, variables: JsonObject, input: JsonObject, now: Date) =>
      setVariables.run(tx, JSON.stringify(variables), JSON.stringify(input), now.getTime(), id)
        .changes === 1,
    /** Makes room for a turn and adds it to the transcript; false when it is not the next one of a call that goes on. */
    countTurn: (tx: Tx, id: number, turn: number, text: string, now: Date) =>
      countTurn.run(tx, { id, turn, text, now: now.getTime() }).changes === 1,
    insertTurn: (tx: Tx, callId: number, turn: number, place: number, words: Spoken) =>
      insertTurn.run(tx, {
        callId,
        turn,
        place,
        speaker: words.speaker,
        name: words.name ?? null,
        content: words.content,
        at: words.at ?? null,
        heardMs: words.timing?.heardMs ?? null,
        thoughtMs: words.timing?.thoughtMs ?? null,
        soundMs: words.timing?.soundMs ?? null,
        isCut: words.isCut ? 1 : 0,
      }),
    /** The provider has been asked to dial. */
    dialled: (tx: Tx, id: number, now: Date) => dialled.run(tx, now.getTime(), id),
    /** Utterances in order, with their positions. */
    utterances: (callId: number) => utterances.all(callId),
    /** Says where in the recording something was said. */
    placeTurn: (tx: Tx, callId: number, turn: number, place: number, at: number | null) =>
      placeTurn.run(tx, at, callId, turn, place),
    /** Utterances in order. */
    spoken: (callId: number) => spoken.all(callId),
    /** A person speaks on it. */
    personSpeaks: (tx: Tx, id: number) => personSpeaks.run(tx, id),
    setWebhookResponse: (tx: Tx, id: number, response: JsonObject, now: Date) =>
      setWebhookResponse.run(tx, JSON.stringify(response), now.getTime(), id).changes === 1,
    /** An account's calls that are going on. */
    liveIds: (userId: number) => liveIds.all(userId),
    /** Calls of a provider that go on. */
    inProgress: (provider: string) => inProgress.all(provider),
    /** Calls that were spoken in a conversation. */
    ofConversation: (id: number) => ofConversation.all(id),
    /** A call that goes on is recorded under this name. */
    keepRecording: (tx: Tx, id: number, name: string) => keepRecording.run(tx, name, id),
    /** A call has no recording after all. */
    dropRecording: (tx: Tx, id: number) => dropRecording.run(tx, id),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    campaign: (id: number) => campaign.get(id),
  }
})
