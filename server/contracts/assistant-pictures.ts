import { z } from 'zod'
import { UploadedFile } from './attachments.ts'
import { endpoint } from './endpoint.ts'
import { PICTURE_RULES, PicturePath } from './picture-fields.ts'
import { Id } from './scalars.ts'

const params = z.object({ id: Id })
const refusals = ['assistant_not_found'] as const
const Changed = z.object({ message: z.string(), data: z.object({ picture: PicturePath }) })

export const setAssistantPicture = endpoint({
  method: 'put',
  path: '/user/assistant/:id/picture',
  capability: 'assistants',
  summary: 'Set an assistant’s picture, such as a logo, which visitors see',
  description: PICTURE_RULES,
  params,
  body: UploadedFile,
  upload: 'file',
  refusals,
  examples: { reply: { message: 'Picture updated successfully' } },
  reply: Changed,
})

export const deleteAssistantPicture = endpoint({
  method: 'delete',
  path: '/user/assistant/:id/picture',
  capability: 'assistants',
  summary: 'Remove an assistant’s picture',
  params,
  refusals,
  examples: { reply: { message: 'Picture removed successfully' } },
  reply: Changed,
})
