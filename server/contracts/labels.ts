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
  summary: 'Create a label; names are unique, ignoring case',
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
  summary: 'Delete a label and remove it from all conversations',
  params: OneLabel,
  refusals: [NOT_FOUND],
  confirm: 'Delete this label? It is removed from every conversation.',
  examples: { reply: { message: 'Label deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
