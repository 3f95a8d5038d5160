import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { Instant, integer, optional, text } from './scalars.ts'

/*
 * Copies of everything, each proven by restoring it; the whole in one file; and the way back. What replaces or gives away
 * all data is for the owner at the desk, never for an API key.
 */

/** One copy of everything. */
export const Backup = z.object({
  id: z.string(),
  created_at: Instant,
  bytes: z.int().describe('Size of the database in it.'),
  files: z.int().describe('Attachments and recordings in it.'),
  rows: z.int(),
  schema: z.int(),
  proven_at: Instant.nullable().describe(
    'When it was restored into a scratch file and found to be the same, row by row.',
  ),
  fault: z.string().nullable().describe('Why it cannot be restored, in a sentence.'),
})
export type Backup = z.output<typeof Backup>

export const Backups = z.object({
  every_hours: z.int().describe('0 makes none by itself.'),
  keep: z.int(),
  folder: z
    .string()
    .nullable()
    .describe('Null where the data is in memory only: then there are none.'),
  is_running: z.boolean(),
  next_at: Instant.nullable(),
  last_proven_at: Instant.nullable(),
  last_fault: z.string().nullable().describe('Why the last one could not be made.'),
  can_change: z
    .boolean()
    .describe('Whether whoever asks may restore, export and delete: an API key may not.'),
  data: z.array(Backup).describe('Newest first.'),
})
export type Backups = z.output<typeof Backups>

const refusals = ['sign_in_by_link', 'in_memory_only', 'backup_under_way'] as const
const OneBackup = z.object({ id: z.string().max(64) })

export const getBackups = endpoint({
  method: 'get',
  path: '/user/backups',
  summary: 'The copies of everything, and whether each could be restored',
  plane: 'owner',
  reply: Backups,
})

export const updateBackupSettings = endpoint({
  method: 'put',
  path: '/user/backups/settings',
  summary: 'How often everything is copied, and how many copies are kept',
  whenFull: true,
  plane: 'owner',
  body: z.object({
    every_hours: integer(0, 168).describe('0 makes none by itself.'),
    keep: integer(1, 60).describe('Copies older than 30 days go in any case.'),
  }),
  refusals: ['sign_in_by_link'],
  reply: Backups,
})

export const createBackup = endpoint({
  method: 'post',
  path: '/user/backups',
  summary: 'Copy everything now, and prove the copy by restoring it',
  plane: 'owner',
  refusals: ['in_memory_only', 'backup_under_way', fault('backup_failed', { reason: '' })],
  status: 201,
  reply: z.object({ message: z.string(), data: Backup }),
})

export const deleteBackup = endpoint({
  method: 'delete',
  path: '/user/backups/:id',
  summary: 'Delete a copy',
  plane: 'owner',
  params: OneBackup,
  refusals: [...refusals, 'backup_not_found'],
  examples: { reply: { message: 'Backup deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

const RESTORED = {
  reply: { message: 'Parley starts again with what was restored.', restarts: true },
}

/** Answer to a restore. */
const Restored = z.object({
  message: z.string(),
  restarts: z
    .boolean()
    .describe('Whether Parley starts again by itself now; else the next start restores.'),
})

export const restoreBackup = endpoint({
  method: 'post',
  path: '/user/backups/:id/restore',
  summary: 'Put a copy in the place of everything',
  description:
    'The copy is checked first: every page, every reference, every row. What is replaced is kept in a folder beside it for 30 days. Whoever was erased since stays erased.',
  whenDamaged: true,
  plane: 'owner',
  params: OneBackup,
  confirm: 'Everything that was written since this copy was made is set aside.',
  refusals: [...refusals, 'backup_not_found'],
  examples: RESTORED,
  reply: Restored,
})

const Passphrase = optional(text(1000).min(8)).describe(
  'Encrypts the file. Without it nobody can read the file, and nobody can help.',
)

/** An address that works once, within ten minutes. */
const OnceAddress = z.object({ id: z.string(), url: z.string(), expires_at: Instant })

export const createExport = endpoint({
  method: 'post',
  path: '/user/exports',
  summary: 'Get an address from which everything can be downloaded, once, as one file',
  description:
    'A tar.gz with the database, attachments, recordings and a manifest; with a passphrase encrypted (scrypt, AES-256-GCM). Keys and tokens of other services are in it sealed, and not the key to them.',
  plane: 'owner',
  body: z.object({ passphrase: Passphrase }),
  refusals,
  status: 201,
  reply: OnceAddress,
})

export const createRestore = endpoint({
  method: 'post',
  path: '/user/restores',
  summary: 'Get an address to which an exported file can be sent (PUT), once, to be checked',
  whenDamaged: true,
  plane: 'owner',
  body: z.object({ passphrase: optional(text(1000)) }),
  refusals,
  status: 201,
  reply: OnceAddress,
})

export const applyRestore = endpoint({
  method: 'post',
  path: '/user/restores/:id/apply',
  summary: 'Put the file that was sent and checked in the place of everything',
  whenDamaged: true,
  plane: 'owner',
  params: z.object({ id: z.string().max(64) }),
  confirm: 'Everything that is here now is set aside.',
  refusals: [...refusals, 'restore_not_found'],
  examples: RESTORED,
  reply: Restored,
})
