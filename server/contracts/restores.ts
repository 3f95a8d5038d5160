import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { defaulted, Flag, Instant, optional, text } from './scalars.ts'

const refusals = ['sign_in_by_link', 'in_memory_only', 'backup_under_way'] as const

/** Required to accept a backup that was signed by another installation. */
const Acceptance = z.object({
  accept_foreign: defaulted(Flag, false).describe(
    'Accepts a backup that this installation did not sign. Its creator controls who can sign in, with which keys, and what is run on whose behalf.',
  ),
})

const OneBackup = z.object({ id: z.string().max(64) })

const RESTORED = {
  reply: { message: 'Parley starts again with what was restored.', restarts: true },
}

/** Response to a restore. */
const Restored = z.object({
  message: z.string(),
  restarts: z
    .boolean()
    .describe(
      'Whether Parley now restarts automatically; otherwise the backup is restored on the next start.',
    ),
})

export const restoreBackup = endpoint({
  method: 'post',
  path: '/user/backups/:id/restore',
  capability: 'server.restore',
  summary: 'Restore a backup, replacing all data',
  description:
    'The backup is checked first: every page, every reference, every row. The replaced data is kept in an adjacent folder for 30 days. Visitors deleted since the backup stay deleted, revoked keys and removed operators stay revoked, and everybody must sign in again.',
  whenDamaged: true,
  params: OneBackup,
  body: Acceptance,
  confirm:
    'Restore this backup? It replaces everything written since; the replaced data is kept for 30 days.',
  refusals: [...refusals, 'backup_not_found', 'archive_from_elsewhere'],
  examples: RESTORED,
  reply: Restored,
})

const Passphrase = optional(text(1000).min(8)).describe(
  'Passphrase that encrypts the file. Without it the file cannot be read or recovered by anybody.',
)

/** An address that works once, within ten minutes. */
const OnceAddress = z.object({ id: z.string(), url: z.string(), expires_at: Instant })

export const createExport = endpoint({
  method: 'post',
  path: '/user/exports',
  capability: 'server.restore',
  summary: 'Create a one-time URL for downloading everything as one file',
  description:
    'A tar.gz with the database, attachments, recordings and a manifest; encrypted if a passphrase is given (scrypt, AES-256-GCM). Keys and tokens of other services are included in encrypted form, but not their encryption key.',
  body: z.object({ passphrase: Passphrase }),
  refusals,
  status: 201,
  reply: OnceAddress,
})

export const createRestore = endpoint({
  method: 'post',
  path: '/user/restores',
  capability: 'server.restore',
  summary: 'Create a one-time URL for uploading (PUT) an exported file to be checked',
  whenDamaged: true,
  body: z.object({ passphrase: optional(text(1000)) }),
  refusals,
  status: 201,
  reply: OnceAddress,
})

export const applyRestore = endpoint({
  method: 'post',
  path: '/user/restores/:id/apply',
  capability: 'server.restore',
  summary: 'Restore the uploaded and checked file, replacing all data',
  whenDamaged: true,
  params: z.object({ id: z.string().max(64) }),
  body: Acceptance,
  confirm: 'Restore this file? It replaces all current data, which is kept for 30 days.',
  refusals: [...refusals, 'restore_not_found', 'archive_from_elsewhere'],
  examples: RESTORED,
  reply: Restored,
})
