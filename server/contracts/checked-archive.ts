import { z } from 'zod'
import { Instant } from './scalars.ts'

/** Result of checking an uploaded backup file. */
export const CheckedArchive = z.object({
  created_at: Instant,
  schema: z.int(),
  rows: z.int(),
  files: z.int(),
})
export type CheckedArchive = z.output<typeof CheckedArchive>
