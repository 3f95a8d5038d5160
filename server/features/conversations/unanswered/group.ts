import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { loadConcepts } from '../../../language/concepts.ts'
import { type Gist, gistOf, likeness } from '../../../language/gist.ts'
import { type QuestionRow, unansweredQueries } from './queries.ts'

/** Likeness from which two questions mean the same. */
const SAME = 0.6

/** Maximum number of groups that a question is compared with, the latest first. */
const MAX_COMPARED = 500

/** Finds the groups of an account's questions that have none: each joins the group with the most similar first question. */
export async function groupQuestions(
  { db, write, now }: Pick<Context, 'db' | 'write' | 'now'>,
  userId: number,
  signal: AbortSignal,
): Promise<void> {
  await loadConcepts()
  const questions = unansweredQueries(db)
  const gists = new Map<number, Gist>()
  const gist = ({ id, question, language }: QuestionRow): Gist => {
    const known = gists.get(id) ?? gistOf(question, language)
    gists.set(id, known)
    return known
  }
  for (;;) {
    signal.throwIfAborted()
    const next = questions.ungrouped(userId)
    if (!next) return
    const leader = mostSimilar(next, questions.leaders(userId, MAX_COMPARED), gist)
    // Compared before the transaction, which nothing comes between: it would hold up other writes.
    await write((tx) =>
      questions.assign(tx, next.id, leader?.group_id ?? questions.insertGroup(tx, userId, now())),
    )
    await breathe()
  }
}

function mostSimilar(
  question: QuestionRow,
  leaders: readonly QuestionRow[],
  gist: (question: QuestionRow) => Gist,
): QuestionRow | undefined {
  const [best] = leaders
    .map((leader) => ({ leader, likeness: likeness(gist(question), gist(leader)) }))
    .filter((match) => match.likeness >= SAME)
    .sort((one, other) => other.likeness - one.likeness)
  return best?.leader
}
