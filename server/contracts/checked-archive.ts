import { z } from 'zod'
import { Instant } from './scalars.ts'

/** Result of checking an uploaded backup file. */
export const CheckedArchive = z.object({
  created_at: Instant,
  schema: z.int(),
  rows: z.int(),
  files: z.int(),
  is_foreign: z.boolean().describe('Whether it was signed by another installation, or not at all.'),
})
export type CheckedArchive = z.output<typeof CheckedArchive>
