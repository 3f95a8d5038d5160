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
  bytes: z.int().describe('Size of the database in the backup, bytes.'),
  files: z.int().describe('Number of attachments and recordings in the backup.'),
  rows: z.int(),
  schema: z.int(),
  proven_at: Instant.nullable().describe(
    'Time at which the backup was verified by restoring it to a scratch file and comparing every row.',
  ),
  fault: z.string().nullable().describe('Reason why it cannot be restored, as a sentence.'),
})
export type Backup = z.output<typeof Backup>

export const Backups = z.object({
  every_hours: z.int().describe('Interval of automatic backups, hours; 0 disables them.'),
  keep: z.int(),
  folder: z
    .string()
    .nullable()
    .describe('Folder of the backups; null if the data is in memory only and cannot be backed up.'),
  is_running: z.boolean(),
  next_at: Instant.nullable(),
  last_proven_at: Instant.nullable(),
  last_fault: z.string().nullable().describe('Reason why the last backup failed.'),
  can_change: z
    .boolean()
    .describe('Whether the caller may restore, export and delete; API keys may not.'),
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
    every_hours: integer(0, 168).describe('Interval of automatic backups, hours; 0 disables them.'),
    keep: integer(1, 60).describe(
      'Number of backups to keep; backups older than 30 days are always deleted.',
    ),
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
