/*
 * POST   /user/assistants/playground  tryDraft
 */
import type { PlaygroundEvent } from '#contracts/playground.ts'
import { tryDraft } from '#contracts/playground.ts'
import type { Routes } from '../../../http/routes.ts'
import { EVENT_STREAM } from '../../../realtime/stream.ts'
import { answerAsDraft } from './answer.ts'
import { draftFaults, draftOf } from './draft.ts'

/** Chatting with an unsaved draft of an assistant. */
export const playgroundRoutes: Routes = (context) => {
  const { handle, gate, db } = context

  handle(
    tryDraft,
    async ({ principal: { userId }, body, res, localizer }) => {
      const draft = draftOf(db, userId, body.assistant_id, body.fields)
      gate.limit('playgroundAnswers', String(userId))
      const disconnected = new AbortController()
      res.once('close', () => disconnected.abort())
      const answer = answerAsDraft(context, {
        userId,
        assistantId: body.assistant_id ?? null,
        draft,
        variables: body.variables,
        history: body.messages,
        signal: disconnected.signal,
        localizer,
      })
      res.writeHead(200, EVENT_STREAM)
      try {
        await answer((event) => res.write(frameOf(event)))
      } finally {
        res.end()
      }
    },
    ({ assistant_id, fields = {} }, { userId }) =>
      draftFaults(context, userId, assistant_id, fields),
  )
}

const frameOf = ({ type, data }: PlaygroundEvent): string =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
