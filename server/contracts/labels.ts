import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, requiredText } from './scalars.ts'

export const LabelColour = z.enum([
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
])
export type LabelColour = z.output<typeof LabelColour>

/** A topic of conversations. */
export const Label = z.object({ id: z.int(), name: z.string(), colour: LabelColour })
export type Label = z.output<typeof Label>

/** A label of the account with the number of conversations that have it. */
export const CountedLabel = Label.extend({ count: z.int() })
export type CountedLabel = z.output<typeof CountedLabel>

/** Labels of an account after a change, and what became of one that is gone or back. */
export const LabelsChange = z.object({
  data: z.array(Label),
  merged: z
    .object({ from: z.int(), into: z.int() })
    .optional()
    .describe('Conversations with the label `from` now have `into` instead.'),
  restored: z.int().optional().describe('Id of a label whose deletion was undone.'),
})
export type LabelsChange = z.output<typeof LabelsChange>

/** References to a label. */
export const LabelUses = z.object({
  conversations: z.int(),
  shared: z.int().describe('Those that also have the label `into`; 0 without it.'),
  rules: z.int(),
  views: z.int().describe('Saved inbox views, of all operators.'),
})
export type LabelUses = z.output<typeof LabelUses>

const NewLabel = z.object({ name: requiredText(40), colour: LabelColour })
const OneLabel = z.object({ id: Id })
const NOT_FOUND = 'label_not_found'

export const listLabels = endpoint({
  method: 'get',
  path: '/user/inbox/labels',
  capability: 'conversations',
  summary: 'List labels by name',
  reply: z.object({ data: z.array(CountedLabel) }),
})

export const createLabel = endpoint({
  method: 'post',
  path: '/user/inbox/labels',
  capability: 'conversations.change',
  summary: 'Create a label; its name is trimmed and must be unique, ignoring case',
  body: NewLabel,
  status: 201,
  examples: { body: { name: 'Refund' }, reply: { message: 'Label created successfully' } },
  reply: z.object({ message: z.string(), data: Label }),
})

export const updateLabel = endpoint({
  method: 'put',
  path: '/user/inbox/labels/:id',
  capability: 'conversations.change',
  summary: 'Rename or recolour a label everywhere',
  params: OneLabel,
  body: NewLabel,
  refusals: [NOT_FOUND],
  examples: { body: { name: 'Refund' }, reply: { message: 'Label updated successfully' } },
  reply: z.object({ message: z.string(), data: Label }),
})

export const deleteLabel = endpoint({
  method: 'delete',
  path: '/user/inbox/labels/:id',
  capability: 'conversations.change',
  summary: 'Delete a label and remove it from all conversations; it can be restored for an hour',
  params: OneLabel,
  refusals: [NOT_FOUND],
  confirm: 'Delete this label? It is removed from every conversation.',
  examples: { reply: { message: 'Label deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const getLabelUses = endpoint({
  method: 'get',
  path: '/user/inbox/labels/:id/uses',
  capability: 'conversations',
  summary: 'Count what refers to a label, before it is deleted or merged',
  params: OneLabel,
  query: z.object({ into: Id.optional().describe('Label that it would be merged into.') }),
  refusals: [NOT_FOUND],
  reply: LabelUses,
})

export const mergeLabel = endpoint({
  method: 'post',
  path: '/user/inbox/labels/:id/merge',
  capability: 'conversations.change',
  summary: 'Merge a label into another one and delete it',
  description:
    'Its conversations get the other label, once each; rules and saved views that name it name the other one from then on. This cannot be undone.',
  params: OneLabel,
  body: z.object({ into: Id }),
  refusals: [NOT_FOUND],
  confirm: 'Merge these labels? This cannot be undone.',
  examples: { reply: { message: 'Labels merged successfully' } },
  reply: z.object({ message: z.string(), data: CountedLabel }),
})

export const restoreLabel = endpoint({
  method: 'post',
  path: '/user/inbox/labels/:id/restore',
  capability: 'conversations.change',
  summary: 'Undo the deletion of a label within an hour',
  description: 'Its conversations, rules and saved views have it again, under the same id.',
  params: OneLabel,
  refusals: [NOT_FOUND, 'label_name_taken'],
  examples: { reply: { message: 'Label restored successfully' } },
  reply: z.object({ message: z.string(), data: CountedLabel }),
})
