import { z } from 'zod'
import { BackupFacts } from '../../../db/copies/store.ts'

/** Manifest of an export, its first file. */
export const Manifest = BackupFacts.omit({ id: true, proven_at: true, fault: true }).extend({
  application: z.literal('parley'),
  format: z.literal(1),
})
export type Manifest = z.output<typeof Manifest>

export const MANIFEST = 'manifest.json'
export const DATABASE = 'parley.db'
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024
