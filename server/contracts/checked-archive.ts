import { z } from 'zod'
import { Instant } from './scalars.ts'

/** What the address of a restore answers when the file is good. */
export const CheckedArchive = z.object({
  created_at: Instant,
  schema: z.int(),
  rows: z.int(),
  files: z.int(),
})
export type CheckedArchive = z.output<typeof CheckedArchive>
