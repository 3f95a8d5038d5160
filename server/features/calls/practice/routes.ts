/*
 * POST   /user/assistants/:id/practice-calls  startPracticeCall
 */
import type { AssistantChange } from '#contracts/assistant-fields.ts'
import { startPracticeCall } from '#contracts/call-practice.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { changeFaults } from '../../assistants/update.ts'
import { draftOf } from './draft.ts'
import type { PracticeCalls } from './practice-calls.ts'

/** Speaking with an unsaved draft of an assistant. */
export const practiceRoutes: Routes<{ practiceCalls: PracticeCalls }> = (context) => {
  const { handle, gate, db, practiceCalls } = context

  handle(
    startPracticeCall,
    ({ principal, params, body: { fields, variables }, req }) => {
      gate.limit('playgroundAnswers', String(principal.userId))
      const stored = find(principal.userId, params.id)
      return {
        ticket: practiceCalls.admit({
          operator: principal,
          draft: draftOf(db, stored, sentOf(fields), variables),
          origin: req.headers.origin,
        }),
      }
    },
    ({ fields = {} }, { userId }, params) => {
      const faults = changeFaults(context, find(userId, params.id), sentOf(fields))
      return Object.fromEntries(
        Object.entries(faults).map(([field, found]) => [`fields.${field}`, found]),
      )
    },
  )

  function find(userId: number, id: number) {
    const stored = assistantQueries(db).find(userId, id)
    if (!stored) throw notFound('assistant_not_found')
    return stored
  }
}

/** Fields that say something. */
const sentOf = (fields: object): AssistantChange =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
