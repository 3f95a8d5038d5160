import { z } from 'zod'
import { Instant } from './scalars.ts'

/** Result of checking an uploaded backup file. */
export const CheckedArchive = z.object({
  created_at: Instant,
  schema: z.int(),
  rows: z.int(),
  files: z.int(),
  is_foreign: z.boolean().describe('Whether it was not signed by this installation.'),
})
export type CheckedArchive = z.output<typeof CheckedArchive>
