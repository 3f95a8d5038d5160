import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { defaulted, Flag, Instant, optional, text } from './scalars.ts'

const refusals = ['sign_in_by_link', 'in_memory_only', 'backup_under_way'] as const

/** Required to accept a backup that was signed by another installation. */
const Acceptance = z.object({
  accept_foreign: defaulted(Flag, false).describe(
    'Take it although this installation did not sign it. Whoever made it decides who gets in, with which keys, and what is run on whose behalf.',
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
    .describe('Whether Parley starts again by itself now; else the next start restores.'),
})

export const restoreBackup = endpoint({
  method: 'post',
  path: '/user/backups/:id/restore',
  capability: 'server.restore',
  summary: 'Restore a backup, replacing all data',
  description:
    'The copy is checked first: every page, every reference, every row. What is replaced is kept in a folder beside it for 30 days. Whoever was erased since stays erased, keys and people that were revoked stay revoked, and everybody signs in again.',
  whenDamaged: true,
  params: OneBackup,
  body: Acceptance,
  confirm: 'Everything that was written since this copy was made is set aside.',
  refusals: [...refusals, 'backup_not_found', 'archive_from_elsewhere'],
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
  capability: 'server.restore',
  summary: 'Create a one-time URL for downloading everything as one file',
  description:
    'A tar.gz with the database, attachments, recordings and a manifest; with a passphrase encrypted (scrypt, AES-256-GCM). Keys and tokens of other services are in it sealed, and not the key to them.',
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
  confirm: 'Everything that is here now is set aside.',
  refusals: [...refusals, 'restore_not_found', 'archive_from_elsewhere'],
  examples: RESTORED,
  reply: Restored,
})
