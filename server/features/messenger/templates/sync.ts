import { encodeFault, type Fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import type { Inspection, RemoteTemplate } from '../../../providers/messenger/channel.ts'
import { placeholdersIn } from '../../../providers/messenger/placeholders.ts'
import { noteTrouble } from '../connection.ts'
import { connectionQueries } from '../connection-queries.ts'
import { type SenderRow, senderQueries } from '../senders/queries.ts'
import { recordSender } from '../senders/save.ts'
import { type TemplateRow, templateQueries } from './queries.ts'
import { deleteTemplate, recordTemplate } from './save.ts'

type Needs = Pick<Context, 'channels' | 'db' | 'events' | 'now' | 'write'>

/** Interval at which a number and its templates are read from the service, ms; less after a failure. */
const SYNC_EVERY_MS = 6 * 3_600_000
const RETRY_MS = 10 * 60_000

/** Has a sender and its templates read from the service at once. */
export function syncSoon(
  tx: Tx,
  { jobs, now }: Pick<Context, 'jobs' | 'now'>,
  { id }: SenderRow,
): void {
  jobs.hasten(tx, jobAt(id, now()))
}

const jobAt = (senderId: number, runAt: Date) =>
  ({
    kind: 'messenger.sync',
    payload: { sender_id: senderId },
    lane: `messenger-sync:${senderId}`,
    runAt,
  }) as const

/** Reads a sender and its templates from its service, and has it done again in some hours. */
export async function syncWhenDue(
  context: Needs & Pick<Context, 'jobs'>,
  senderId: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, jobs, now, write } = context
  const connection = connectionQueries(db).find(senderId)
  if (!connection) return
  // Nothing is tried until it is connected again.
  const failure =
    connection.is_paused === 1
      ? undefined
      : await syncSender(context, senderQueries(db).byId(senderId)!, signal)
  if (signal.aborted) return
  const next = new Date(now().getTime() + (failure ? RETRY_MS : SYNC_EVERY_MS))
  // Another one may have been asked for meanwhile.
  await write((tx) => jobs.hasten(tx, jobAt(senderId, next)))
}

/** Reads a sender and its templates from its service; resolves to the reason why that failed. */
export async function syncSender(
  context: Needs,
  sender: SenderRow,
  signal?: AbortSignal,
): Promise<Fault | undefined> {
  const { channels, write } = context
  const found = await channels.of(sender.channel)?.inspect?.(signal)
  if (!found) return undefined
  await write((tx) => {
    if ('failure' in found) noteTrouble(tx, context, sender, found.failure)
    else apply(tx, context, sender, found)
  })
  return 'failure' in found ? found.failure : undefined
}

/**
 * Deletes a template at its service, which would bring it back otherwise.
 * @throws AppError if it is still there
 */
export async function removeFromService(
  { channels }: Pick<Needs, 'channels'>,
  { sender, row }: { readonly sender: SenderRow; readonly row: TemplateRow },
): Promise<void> {
  const { name, remote_id: remoteId } = row
  if (remoteId === null) return
  const trouble = await channels.of(sender.channel)?.deleteTemplate?.({ name, remoteId })
  if (trouble)
    throw new AppError('messenger_not_connected', { params: { reason: trouble.failure } })
}

function apply(
  tx: Tx,
  context: Needs,
  sender: SenderRow,
  { templates, quality = sender.quality_rating, limit = sender.messaging_limit }: Inspection,
): void {
  const { db } = context
  noteTrouble(tx, context, sender)
  if (quality !== sender.quality_rating || limit !== sender.messaging_limit) {
    senderQueries(db).rate(tx, sender.id, quality, limit)
    recordSender(tx, context, senderQueries(db).byId(sender.id)!)
  }
  for (const template of templates) keep(tx, context, sender, template)
  const remoteIds = new Set(templates.map(({ remoteId }) => remoteId))
  for (const row of templateQueries(db).all(sender.id))
    if (row.remote_id !== null && !remoteIds.has(row.remote_id) && row.status !== 'pending')
      deleteTemplate(tx, context, sender, row)
}

function keep(tx: Tx, context: Needs, sender: SenderRow, template: RemoteTemplate): void {
  const { remoteId, body, reason, ...rest } = template
  const changed = templateQueries(context.db).synced(tx, {
    ...rest,
    sender_id: sender.id,
    body_text: body,
    variables: JSON.stringify(placeholdersIn(body)),
    created_at: context.now().getTime(),
    remote_id: remoteId,
    reason: reason ? encodeFault(reason) : null,
  })
  if (changed) recordTemplate(tx, context, sender.user_id, changed)
}
