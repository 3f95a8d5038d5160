import { z } from 'zod'
import { Actor } from './activities.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { Id, optional, text, Uuid } from './scalars.ts'

/** Maximum number of active blocks of an account. */
export const MAX_BLOCKS = 1000

/** Kinds of marks that a blocked sender is recognised by. */
export const BlockKind = z.enum(['visitor', 'identity', 'email', 'phone', 'messenger'])
export type BlockKind = z.output<typeof BlockKind>

/** Something that a sender is recognised by. */
export const BlockKey = z.object({
  kind: BlockKind.describe(
    '`visitor`: this browser; `identity`: the id that the website vouches for; `messenger`: the id of a messaging service.',
  ),
  value: z.string(),
})
export type BlockKey = z.output<typeof BlockKey>

/** A blocked sender. */
export const Block = z.object({
  id: z.int(),
  name: z.string().nullable(),
  keys: z.array(BlockKey),
  reason: z.string().nullable(),
  by: Actor.nullable().describe('The operator who blocked them.'),
  conversation_id: Uuid.nullable(),
  created_at: z.iso.datetime(),
  ends_at: z.iso.datetime().nullable().describe('Null until it is lifted.'),
})
export type Block = z.output<typeof Block>

const OneConversation = z.object({ uuid: z.uuid() })
const OneBlock = z.object({ id: Id })
const Saved = z.object({ message: z.string(), data: Block })

export const getSender = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid/block',
  capability: 'conversations',
  summary: 'Get what the sender of a conversation is recognised by, and whether they are blocked',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  reply: z.object({
    keys: z.array(BlockKey).describe('Empty if the sender cannot be recognised.'),
    unverified: z
      .array(BlockKind)
      .describe('Kinds that the sender has only said, and that may be somebody else’s.'),
    block: Block.nullable(),
  }),
})

export const blockSender = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/block',
  capability: 'conversations.change',
  summary: 'Block the sender of a conversation, and end the conversation',
  description:
    'Nothing comes in any more from a browser, identity, email address, telephone number or id of a messaging service that is blocked; a block of this account does not affect others. Visitors of the chat are told that messages are not possible at the moment, without names. An existing block of the sender is replaced.',
  params: OneConversation,
  body: z.object({
    kinds: optional(z.array(BlockKind).min(1).max(5)).describe('All that apply if omitted.'),
    reason: optional(text(300)),
    duration: optional(z.enum(['day', 'week'])).describe('Until it is lifted if omitted.'),
  }),
  status: 201,
  refusals: [
    'conversation_not_found',
    'sender_unknown',
    fault('too_many_blocks', { max: MAX_BLOCKS }),
  ],
  examples: {
    body: { kinds: ['visitor', 'email', 'phone'], reason: 'Insults', duration: 'week' },
    reply: { message: 'Sender blocked successfully' },
  },
  reply: Saved,
})

export const listBlocks = endpoint({
  method: 'get',
  path: '/user/blocks',
  capability: 'conversations',
  summary: 'List blocked senders, newest first',
  reply: z.object({ data: z.array(Block) }),
})

export const unblockSender = endpoint({
  method: 'delete',
  path: '/user/blocks/:id',
  capability: 'conversations.change',
  summary: 'Unblock a sender; the block can be restored for an hour',
  params: OneBlock,
  refusals: ['block_not_found'],
  confirm: 'Unblock this sender?',
  examples: { reply: { message: 'Sender unblocked successfully' } },
  reply: z.object({ message: z.string() }),
})

export const restoreBlock = endpoint({
  method: 'post',
  path: '/user/blocks/:id/restore',
  capability: 'conversations.change',
  summary: 'Block a sender again who was unblocked within the last hour',
  params: OneBlock,
  refusals: ['block_not_found'],
  examples: { reply: { message: 'Sender blocked again' } },
  reply: Saved,
})
