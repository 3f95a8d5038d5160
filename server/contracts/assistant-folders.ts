import { z } from 'zod'
import { FiledChange, Folder, NewFiled } from './assistant-filing.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { Id } from './scalars.ts'

const One = z.object({ id: Id })
const NOT_FOUND = 'folder_not_found'
const ALL_ALIASES = ['/user/folder']
const ONE_ALIASES = ['/user/folder/:id']

export const listFolders = endpoint({
  method: 'get',
  path: '/user/folders',
  aliases: ALL_ALIASES,
  capability: 'directory',
  summary: 'List the folders of assistants by name, paginated',
  query: pageQuery(15),
  reply: pageOf(Folder),
})

export const createFolder = endpoint({
  method: 'post',
  path: '/user/folders',
  aliases: ALL_ALIASES,
  capability: 'assistants',
  summary: 'Create a folder of assistants; names are unique, ignoring case',
  body: NewFiled,
  status: 201,
  examples: { body: { name: 'Bakery' }, reply: { message: 'Folder created successfully' } },
  reply: z.object({ message: z.string(), data: Folder }),
})

export const updateFolder = endpoint({
  method: 'put',
  path: '/user/folders/:id',
  aliases: ONE_ALIASES,
  capability: 'assistants',
  summary: 'Rename or recolor a folder of assistants; omitted fields are unchanged',
  params: One,
  body: FiledChange,
  refusals: [NOT_FOUND],
  examples: { body: { name: 'Bakery' }, reply: { message: 'Folder updated successfully' } },
  reply: z.object({ message: z.string(), data: Folder }),
})

export const deleteFolder = endpoint({
  method: 'delete',
  path: '/user/folders/:id',
  aliases: ONE_ALIASES,
  capability: 'assistants',
  summary: 'Delete a folder of assistants; its assistants are kept',
  params: One,
  refusals: [NOT_FOUND],
  confirm: 'Delete this folder? Its assistants are kept.',
  examples: { reply: { message: 'Folder deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
