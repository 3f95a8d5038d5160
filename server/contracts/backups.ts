import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { Instant, integer } from './scalars.ts'

/*
 * Full backups, each verified by restoring it; export as a single file; and restore. Endpoints that replace or hand out all data
 * require the owner's browser session, never an API key.
 */

/** A full backup. */
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
  capability: 'server.backups',
  summary: 'List backups with their verification status',
  reply: Backups,
})

export const updateBackupSettings = endpoint({
  method: 'put',
  path: '/user/backups/settings',
  capability: 'server.restore',
  summary: 'Set the backup schedule and the number of backups to keep',
  whenFull: true,
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
  capability: 'server.backups',
  summary: 'Create a backup now and verify it by restoring it',
  refusals: ['in_memory_only', 'backup_under_way', fault('backup_failed', { reason: '' })],
  status: 201,
  reply: z.object({ message: z.string(), data: Backup }),
})

export const deleteBackup = endpoint({
  method: 'delete',
  path: '/user/backups/:id',
  capability: 'server.restore',
  summary: 'Delete a backup',
  params: OneBackup,
  refusals: [...refusals, 'backup_not_found'],
  examples: { reply: { message: 'Backup deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
