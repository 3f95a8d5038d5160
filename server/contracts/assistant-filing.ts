import { z } from 'zod'
import { issue } from './faults.ts'
import { Id, optional, requiredText } from './scalars.ts'

/** Colors of folders and of labels of assistants. */
export const FilingColor = z.enum([
  'gray',
  'slate',
  'red',
  'orange',
  'amber',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
])
export type FilingColor = z.output<typeof FilingColor>

/** A folder or a label of assistants. */
const Filed = z.object({
  id: z.int(),
  name: z.string(),
  color: FilingColor.nullable(),
  assistants_count: z.int().describe('Number of assistants in it, without deleted ones.'),
})

/** A folder of assistants; an assistant is in one or none. */
export const Folder = Filed.meta({ title: 'folder' })
export type Folder = z.output<typeof Folder>

/** A label of assistants; an assistant may have several. */
export const AssistantLabel = Filed.meta({ title: 'label' })
export type AssistantLabel = z.output<typeof AssistantLabel>

const Name = requiredText(255)

/** Body of a new folder or label. */
export const NewFiled = z.object({ name: Name, color: optional(FilingColor) })

/** Change of a folder or label; `null` clears the color. */
export const FiledChange = z.object({ name: Name.optional(), color: optional(FilingColor) })

/** Maximum number of labels of an assistant. */
const MAX_LABELS = 50

/** Fields of an assistant that say where the account keeps it. They are no settings: versions do not have them. */
export const FilingFields = z.object({
  folder_id: optional(Id).describe('Id of the folder that the assistant is in.'),
  label_ids: optional(z.array(Id).max(MAX_LABELS)).describe('Ids of the assistant’s labels.'),
})
export type FilingFields = z.output<typeof FilingFields>

/** An assistant's folder and labels in a reply. */
export const Filing = z.object({
  folder_id: z.int().nullable(),
  label_ids: z.array(z.int()).describe('In ascending order.'),
})
export type Filing = z.output<typeof Filing>

/** Query of lists of assistants, which give more about each only if it is asked for. */
export const FilingQuery = z.object({
  folder_id: Id.optional(),
  label_id: Id.optional(),
  include: z
    .string()
    .regex(/^(folder|labels|switched_off|picture)(,(folder|labels|switched_off|picture))*$/, {
      error: issue('not_selectable'),
    })
    .optional()
    .meta({ examples: ['folder,labels'] })
    .describe(
      '`folder,labels` adds `folder_id` and `label_ids` to each assistant; `switched_off` says which inactive ones are not new, `picture` is the path of the picture.',
    ),
})
export type FilingQuery = z.output<typeof FilingQuery>
