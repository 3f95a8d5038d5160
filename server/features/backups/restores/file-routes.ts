import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Router } from 'express'
import type { CheckedArchive } from '#contracts/checked-archive.ts'
import type { ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { toInstant } from '../../../db/time.ts'
import { AppError, notFound } from '../../../errors.ts'
import { copyEverything } from '../copy.ts'
import { exclusively } from '../exclusive.ts'
import { assertPossible } from '../make.ts'
import { countOf } from '../pool.ts'
import { packAll } from './pack.ts'
import { stageArchive } from './stage.ts'
import { ticketsOf } from './tickets.ts'
import { Unusable } from './unpack.ts'

/** Folder of pending downloads and uploads; emptied at each start. */
export const EXPORTING = 'exporting'
export const RECEIVED = 'restoring.received'

/** One-time URLs for downloading an export and uploading one. */
export function restoreFileRoutes(context: Context): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const tickets = ticketsOf(context)
  const { config } = context

  router.get('/exports/:token', async (req, res) => {
    const ticket = req.method === 'GET' ? tickets.take('export', req.params.token) : undefined
    if (!ticket) throw notFound()
    assertPossible(context)
    await exclusively(context, async () => {
      const folder = path.join(config.dataDir, EXPORTING)
      try {
        const { manifest, database, folders } = await gather(context, folder)
        const { passphrase } = ticket
        const name = `parley-${new Date(manifest.created_at).toISOString().slice(0, 10)}`
        res.writeHead(200, {
          'Content-Type':
            passphrase === undefined ? 'application/gzip' : 'application/octet-stream',
          'Content-Disposition': `attachment; filename="${name}.${passphrase === undefined ? 'tar.gz' : 'parley'}"`,
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
        })
        const { randomBytes } = context
        await packAll({ manifest, database, folders, passphrase, randomBytes }, res)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })
  })

  router.put('/restores/:token', async (req, res) => {
    const ticket = tickets.take('restore', req.params.token)
    if (!ticket) throw notFound()
    assertPossible(context)
    tickets.stage(undefined)
    const checked = await exclusively(context, async () => {
      const file = path.join(config.dataDir, RECEIVED)
      try {
        await receive(req, file, config.limits.restoreBytes)
        return await stageArchive(context, file, ticket.passphrase)
      } catch (error) {
        throw asAnswer(error)
      } finally {
        rmSync(file, { force: true })
      }
    })
    const { isForeign, manifest } = checked
    tickets.stage({ id: req.params.token, isForeign })
    const { created_at, schema, rows, files } = manifest
    const answer: CheckedArchive = {
      created_at: toInstant(created_at),
      schema,
      rows,
      files: countOf(files),
      is_foreign: isForeign,
    }
    res.set('Cache-Control', 'no-store').json(answer)
  })

  return router
}

async function gather(context: Context, folder: string) {
  const folders = {
    attachments: path.join(folder, 'attachments'),
    recordings: path.join(folder, 'recordings'),
  }
  rmSync(folder, { recursive: true, force: true })
  for (const made of Object.values(folders)) mkdirSync(made, { recursive: true, mode: 0o700 })
  const database = path.join(folder, 'parley.db')
  const { fault, ...copied } = await copyEverything(context, { database, folders })
  if (fault !== null) throw new Error(`The copy cannot be restored: ${fault.code}`)
  const manifest = { application: 'parley' as const, format: 1 as const, ...copied }
  return { manifest, database, folders }
}

async function receive(req: Readable, file: string, most: number): Promise<void> {
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > most) done(new AppError('archive_too_large'))
      else done(null, chunk)
    },
  })
  await pipeline(req, limit, createWriteStream(file, { mode: 0o600 }))
}

/** Reasons that a different passphrase may resolve. */
const LOCKED: readonly ReasonCode[] = ['archive_encrypted', 'archive_passphrase_wrong']

function asAnswer(error: unknown): unknown {
  if (error instanceof Unusable) {
    const { fault: reason } = error
    const isLocked = LOCKED.includes(reason.code)
    return new AppError(isLocked ? 'archive_locked' : 'archive_unusable', { params: { reason } })
  }
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return new AppError('storage_full')
  return error
}
