/*
 * GET    /user/conversations/:uuid/block  getSender
 * POST   /user/conversations/:uuid/block  blockSender
 * GET    /user/blocks                     listBlocks
 * DELETE /user/blocks/:id                 unblockSender
 * POST   /user/blocks/:id/restore         restoreBlock
 */
import {
  blockSender,
  getSender,
  listBlocks,
  MAX_BLOCKS,
  restoreBlock,
  unblockSender,
} from '#contracts/blocks.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { RESTORABLE_MS } from '../../platform/values/restorable.ts'
import { recordActivity } from '../activities/record.ts'
import { customerOf } from '../customer.ts'
import { endConversation } from '../end.ts'
import { findConversation } from '../find.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { mergedQueries } from '../visitors/merged-queries.ts'
import { blockOf } from './blocked.ts'
import { checkedKeys, senderKeys, textOf, unverifiedKinds } from './keys.ts'
import { presentBlock } from './present.ts'
import { type BlockRow, blockQueries } from './queries.ts'

const DAY_MS = 86_400_000

const DURATION_MS = { day: DAY_MS, week: 7 * DAY_MS } as const

const endOf = (time: number, duration: keyof typeof DURATION_MS | undefined): number | null =>
  duration === undefined ? null : time + DURATION_MS[duration]

/** Senders whom operators have blocked. */
export const blockRoutes: Routes = (context) => {
  const { handle, db, write, events, now } = context
  const blocks = blockQueries(db)
  const conversations = conversationQueries(db)
  const changed = (tx: Tx, userId: number) =>
    events.record(tx, { userId, type: 'blocks.changed', payload: {} })

  handle(getSender, ({ principal: { userId }, params }) => {
    const row = findConversation(db, userId, params.uuid)
    const block = ofSender(row)
    return {
      keys: senderKeys(db, row),
      unverified: unverifiedKinds(db, row),
      block: block ? presentBlock(block) : null,
    }
  })

  handle(blockSender, ({ principal: { userId, operatorId }, params, body }) =>
    write((tx) => {
      const row = findConversation(db, userId, params.uuid)
      const { kinds, reason, duration } = body
      const keys = senderKeys(db, row).filter(({ kind }) => kinds?.includes(kind) ?? true)
      if (keys.length === 0) throw new AppError('sender_unknown')
      const time = now().getTime()
      replace(tx, row)
      if (blocks.all(userId, now()).length >= MAX_BLOCKS)
        throw new AppError('too_many_blocks', { params: { max: MAX_BLOCKS } })
      const block = {
        userId,
        visitorId: row.visitor_id,
        conversationId: row.id,
        name: customerOf(context, row).name,
        reason: reason?.trim() || null,
        operatorId,
        now: time,
        endsAt: endOf(time, duration),
      }
      const id = blocks.insert(tx, block, keys)
      const data = presentBlock(find(userId, id))
      recordActivity(tx, context, row, {
        kind: 'blocked',
        operatorId,
        data: { reason: data.reason, ends_at: data.ends_at },
      })
      for (const open of idsOf(row)) endConversation(tx, context, open, operatorId)
      changed(tx, userId)
      return { message: 'Sender blocked successfully', data }
    }),
  )

  handle(listBlocks, ({ principal: { userId } }) => ({
    data: blocks.all(userId, now()).map(presentBlock),
  }))

  handle(unblockSender, ({ principal: { userId, operatorId }, params }) =>
    write((tx) => {
      const block = find(userId, params.id)
      blocks.lift(tx, block.id, now())
      note(tx, userId, block, { kind: 'unblocked', operatorId })
      changed(tx, userId)
      return { message: 'Sender unblocked successfully' }
    }),
  )

  handle(restoreBlock, ({ principal: { userId, operatorId }, params }) =>
    write((tx) => {
      const at = now()
      if (!blocks.restore(tx, userId, params.id, { since: at.getTime() - RESTORABLE_MS, now: at }))
        throw notFound('block_not_found')
      const block = find(userId, params.id)
      const data = presentBlock(block)
      note(tx, userId, block, {
        kind: 'blocked',
        operatorId,
        data: { reason: data.reason, ends_at: data.ends_at },
      })
      changed(tx, userId)
      return { message: 'Sender blocked again', data }
    }),
  )

  /** Notes a change in the conversation in which the sender was blocked, if it still exists. */
  function note(
    tx: Tx,
    userId: number,
    { conversation_uuid: uuid }: BlockRow,
    what: Parameters<typeof recordActivity>[3],
  ): void {
    const row = uuid === null ? undefined : conversations.ofUser(userId, uuid)
    if (row) recordActivity(tx, context, row, what)
  }

  /** Lifts the blocks that are about the sender and nobody else. */
  function replace(tx: Tx, row: ConversationRow): void {
    const own = new Set(senderKeys(db, row).map(textOf))
    for (const { id, keys } of blocks.all(row.user_id, now()).map(presentBlock))
      if (keys.every((key) => own.has(textOf(key)))) blocks.lift(tx, id, now())
  }

  /** Ids of all conversations of the sender, and of the contact that they are shown as. */
  function idsOf({ id, visitor_id: visitorId }: ConversationRow): number[] {
    if (visitorId === null) return [id]
    return mergedQueries(db)
      .idsWith(visitorId)
      .flatMap((one) => conversations.namesOfVisitor(one))
      .map((one) => one.id)
  }

  function ofSender(row: ConversationRow): BlockRow | undefined {
    const id = blockOf(context, row.user_id, () => checkedKeys(db, row))
    return id === undefined ? undefined : blocks.find(row.user_id, id, now())
  }

  function find(userId: number, id: number): BlockRow {
    const row = blocks.find(userId, id, now())
    if (!row) throw notFound('block_not_found')
    return row
  }
}
