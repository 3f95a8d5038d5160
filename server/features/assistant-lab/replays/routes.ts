/*
 * GET    /user/assistant/:id/replays             listReplays
 * GET    /user/assistant/:id/replays/:replay_id  getReplay
 * POST   /user/assistant/:id/replays/estimate    estimateReplay
 * POST   /user/assistant/:id/replays             runReplay
 */
import type { PlaygroundDraft } from '#contracts/playground.ts'
import {
  estimateReplay,
  getReplay,
  listReplays,
  type ReplayEvent,
  runReplay as runReplayEndpoint,
} from '#contracts/replays.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { EVENT_STREAM } from '../../../realtime/stream.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { candidatesOf } from '../../conversations/turns/candidates.ts'
import { assertFunds } from '../../conversations/turns/funds.ts'
import { draftFaults, draftOf } from '../playground/draft.ts'
import { estimateOf } from './estimate.ts'
import { versionsByFingerprint } from './fingerprint.ts'
import { presentReplay, presentReplayAnswer } from './present.ts'
import { type ReplayRow, replayQueries } from './queries.ts'
import { questionsOf } from './questions.ts'
import { runReplay } from './run.ts'

/** Replays of drafts on real conversations. */
export const replayRoutes: Routes = (context) => {
  const { handle, gate, db } = context
  const replays = replayQueries(db)

  handle(listReplays, ({ principal: { userId }, params }) => {
    const { id } = find(userId, params.id)
    return { data: withVersions(userId, id, replays.list(userId, id)) }
  })

  handle(getReplay, ({ principal: { userId }, params }) => {
    const { id } = find(userId, params.id)
    const row = replays.find(userId, id, params.replay_id)
    if (!row) throw notFound('replay_not_found')
    const [replay] = withVersions(userId, id, [row])
    const answers = replays.answers(row.id).map((answer) => presentReplayAnswer(db, answer))
    return { ...replay!, answers }
  })

  handle(
    estimateReplay,
    ({ principal: { userId }, params, body }) => {
      const planned = plan(userId, params.id, body)
      return estimateOf(context, { ...planned, isJudged: body.is_judged })
    },
    faultsOf,
  )

  handle(
    runReplayEndpoint,
    async ({ principal: { userId }, params, body, res }) => {
      const { assistant, draft, model, questions } = plan(userId, params.id, body)
      assertFunds(context, { ...draft.assistant, user_id: userId })
      gate.limit('playgroundAnswers', String(userId))
      const disconnected = new AbortController()
      res.once('close', () => disconnected.abort())
      res.writeHead(200, EVENT_STREAM)
      try {
        await runReplay(context, {
          assistant,
          draft,
          model: model.name,
          questions,
          isJudged: body.is_judged,
          signal: disconnected.signal,
          send: (event) => res.write(frameOf(event)),
        })
      } finally {
        res.end()
      }
    },
    faultsOf,
  )

  function faultsOf(
    { fields = {} }: { fields?: PlaygroundDraft },
    { userId }: { userId: number },
    { id }: { id: number },
  ) {
    return draftFaults(context, userId, id, fields)
  }

  function plan(
    userId: number,
    assistantId: number,
    { fields, conversations }: { fields: PlaygroundDraft; conversations: number },
  ) {
    const assistant = find(userId, assistantId)
    const draft = draftOf(db, userId, assistantId, fields)
    const model = candidatesOf(context, draft.assistant)[0]?.row
    if (!model) throw new AppError('model_unavailable')
    const questions = questionsOf(db, userId, assistantId, conversations)
    return { assistant, draft, model, questions }
  }

  function withVersions(userId: number, assistantId: number, rows: readonly ReplayRow[]) {
    if (rows.length === 0) return []
    const from = Math.min(...rows.map(({ base_version }) => base_version))
    const versions = versionsByFingerprint(db, userId, assistantId, from)
    return rows.map((row) => presentReplay(row, versions.get(row.fingerprint) ?? null))
  }

  function find(userId: number, id: number): AssistantWithLanguage {
    const assistant = assistantQueries(db).find(userId, id)
    if (!assistant) throw notFound('assistant_not_found')
    return assistant
  }
}

const frameOf = ({ type, data }: ReplayEvent): string =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
