import type { z } from 'zod'
import { AssistantDocument } from '#contracts/assistant-document.ts'
import type { VersionAuthor } from '#contracts/assistant-settings.ts'
import type { ImportProblem, importAssistant } from '#contracts/assistant-transfer.ts'
import type { BodyOf, ReplyOf } from '#contracts/endpoint.ts'
import { fault, isFault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { Context } from '../../../context.ts'
import { InvalidFields } from '../../../errors.ts'
import { readPicture, savePicture } from '../../platform/pictures/save.ts'
import { createAssistant } from '../create.ts'
import { summarize } from '../present.ts'
import { assistantQueries } from '../queries.ts'
import { fitted } from './fit.ts'
import { createProblems } from './problems.ts'
import { resolveFields } from './resolve.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'randomBytes' | 'networkOf' | 'port' | 'write'>

/**
 * Creates an assistant from a document, and reports what did not fit.
 * @throws InvalidFields if something required does not fit, or the document is not an export
 */
export async function importDocument(
  context: Needs,
  userId: number,
  { document, dry_run, replacements = {} }: BodyOf<typeof importAssistant>,
  author: VersionAuthor,
  localizer: Localizer,
): Promise<ReplyOf<typeof importAssistant>> {
  const { db, write } = context
  const { fields, picture: base64 } = parsed(document)
  const problems = createProblems()
  const resolved = resolveFields(db, userId, fields, problems)
  const chosen = new Set(Object.keys(replacements))
  for (const name of chosen) problems.drop(name)
  const assistant = fitted(context, {
    fields: { ...resolved, ...replacements },
    chosen,
    userId,
    problems,
  })

  const isTaken = assistantQueries(db)
    .all(userId)
    .some(({ name }) => name === assistant?.name)
  if (isTaken) problems.add('name', fault('name_in_use'), 'note', assistant!.name)

  const picture = base64 === null ? undefined : readPicture(Buffer.from(base64, 'base64'))
  if (isFault(picture)) problems.add('picture', picture, 'left_out')

  const told = () =>
    problems.list().map(
      ({ fault: found, ...problem }): ImportProblem => ({
        ...problem,
        message: localizer.translate(found, problem.field),
      }),
    )
  if (dry_run) return { message: 'Nothing was created', data: null, problems: told() }
  if (!assistant) throw new InvalidFields(blocking(problems.list()))
  const created = await write((tx) => {
    const row = createAssistant(tx, context, userId, assistant, { author, note: 'Imported' })
    if (picture && !isFault(picture))
      savePicture(tx, context, userId, { assistantId: row.id }, picture)
    return row
  })
  return {
    message: 'Assistant imported successfully',
    data: summarize(created),
    problems: told(),
  }
}

function parsed(document: unknown): z.output<typeof AssistantDocument> {
  const known = AssistantDocument.safeParse(document)
  if (known.success) return known.data
  const isNewer = Number((document as { parley_assistant?: unknown }).parley_assistant) > 1
  const code = isNewer ? 'document_too_new' : 'document_not_an_assistant'
  throw new InvalidFields({ document: [fault(code)] })
}

function blocking(problems: ReturnType<ReturnType<typeof createProblems>['list']>) {
  return Object.fromEntries(
    problems
      .filter(({ severity }) => severity === 'blocking')
      .map(({ field, fault }) => [field, [fault]]),
  )
}
