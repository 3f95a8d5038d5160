import { signal } from '@preact/signals'
import {
  applyRestore,
  type Backups,
  CheckedArchive,
  createBackup,
  createExport,
  createRestore,
  deleteBackup,
  getBackups,
  restoreBackup,
  updateBackupSettings,
} from '#contracts/backups.ts'
import { ApiError, type Call } from '#contracts/client.ts'
import { explain, fieldErrors } from '../../../api.ts'
import { translated } from '../../../texts/server-messages.ts'

export type BackupsModel = ReturnType<typeof createBackupsModel>

interface Deps {
  readonly call: Call
  readonly fetch: typeof fetch
}

/** What was read of a file that is to be restored. */
interface Checked extends CheckedArchive {
  readonly id: string
}

/** The copies of everything, and what can be done with them. */
export function createBackupsModel({ call, fetch: send }: Deps) {
  const backups = signal<Backups>()
  const error = signal<string>()
  /** Only the owner is told. */
  const isAllowed = signal(true)
  const busy = signal(false)
  const everyHours = signal('24')
  const keep = signal('7')
  const faults = signal<Record<string, string>>({})
  const passphrase = signal('')

  function show(found: Backups): void {
    backups.value = found
    everyHours.value = String(found.every_hours)
    keep.value = String(found.keep)
  }

  async function load(): Promise<void> {
    error.value = undefined
    try {
      show(await call(getBackups))
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  /** Runs a deed; rejects with a sentence. */
  async function act<result>(deed: () => Promise<result>): Promise<result> {
    busy.value = true
    try {
      return await deed()
    } catch (failure) {
      throw failure instanceof ApiError || !(failure instanceof Error)
        ? new Error(explain(failure))
        : failure
    } finally {
      busy.value = false
    }
  }

  void load()
  return {
    backups,
    error,
    isAllowed,
    busy,
    everyHours,
    keep,
    faults,
    passphrase,
    load,
    /** Makes one now; why it is not good, or nothing. */
    backUp: () =>
      act(async () => {
        const { data } = await call(createBackup)
        await load()
        return data.fault
      }),
    /** Saves the schedule; true when it is saved. */
    async save(): Promise<boolean> {
      busy.value = true
      faults.value = {}
      try {
        const body = { every_hours: Number(everyHours.value), keep: Number(keep.value) }
        show(await call(updateBackupSettings, { body }))
        return true
      } catch (failure) {
        faults.value = fieldErrors(failure) ?? { keep: explain(failure) }
        return false
      } finally {
        busy.value = false
      }
    },
    remove: (id: string) =>
      act(async () => {
        await call(deleteBackup, { params: { id } })
        await load()
      }),
    /** Whether Parley starts again by itself now. */
    restore: (id: string) =>
      act(async () => (await call(restoreBackup, { params: { id } })).restarts),
    /** The address of everything in one file. */
    exportAll: () =>
      act(async () => {
        const body = passphrase.value ? { passphrase: passphrase.value } : {}
        try {
          return (await call(createExport, { body })).url
        } catch (failure) {
          throw new Error(fieldErrors(failure)?.['passphrase'] ?? explain(failure))
        }
      }),
    /** Sends a file to be checked. */
    check: (file: File, secret: string): Promise<Checked> =>
      act(async () => {
        const { id, url } = await call(createRestore, {
          body: secret ? { passphrase: secret } : {},
        })
        const answer = await send(url, { method: 'PUT', body: file })
        const told: unknown = await answer.json().catch(() => ({}))
        if (!answer.ok) throw new Error(translated((told as { message?: string }).message ?? ''))
        return { id, ...CheckedArchive.parse(told) }
      }),
    apply: (id: string) => act(async () => (await call(applyRestore, { params: { id } })).restarts),
  }
}
