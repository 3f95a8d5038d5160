import { z } from 'zod'
import { AssistantLabel, FiledChange, NewFiled } from './assistant-filing.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { Id } from './scalars.ts'

const One = z.object({ id: Id })
const NOT_FOUND = 'label_not_found'
const ALL_ALIASES = ['/user/label']
const ONE_ALIASES = ['/user/label/:id']

export const listAssistantLabels = endpoint({
  method: 'get',
  path: '/user/labels',
  aliases: ALL_ALIASES,
  capability: 'directory',
  summary: 'List the labels of assistants by name, paginated',
  query: pageQuery(15),
  reply: pageOf(AssistantLabel),
})

export const createAssistantLabel = endpoint({
  method: 'post',
  path: '/user/labels',
  aliases: ALL_ALIASES,
  capability: 'assistants',
  summary: 'Create a label of assistants; names are unique, ignoring case',
  body: NewFiled,
  status: 201,
  examples: { body: { name: 'Bakery' }, reply: { message: 'Label created successfully' } },
  reply: z.object({ message: z.string(), data: AssistantLabel }),
})

export const updateAssistantLabel = endpoint({
  method: 'put',
  path: '/user/labels/:id',
  aliases: ONE_ALIASES,
  capability: 'assistants',
  summary: 'Rename or recolor a label of assistants; omitted fields are unchanged',
  params: One,
  body: FiledChange,
  refusals: [NOT_FOUND],
  examples: { body: { name: 'Bakery' }, reply: { message: 'Label updated successfully' } },
  reply: z.object({ message: z.string(), data: AssistantLabel }),
})

export const deleteAssistantLabel = endpoint({
  method: 'delete',
  path: '/user/labels/:id',
  aliases: ONE_ALIASES,
  capability: 'assistants',
  summary: 'Delete a label of assistants; its assistants are kept',
  params: One,
  refusals: [NOT_FOUND],
  confirm: 'Delete this label? Its assistants are kept.',
  examples: { reply: { message: 'Label deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
