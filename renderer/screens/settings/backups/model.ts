import { signal } from '@preact/signals'
import type { Backups } from '#contracts/backups.ts'
import { CheckedArchive } from '#contracts/checked-archive.ts'
import { ApiError } from '#contracts/client.ts'
import { type Api, explain, fieldErrors, languageHeader } from '../../../app/api.ts'

/** A file that cannot be restored, with a localized reason. */
export class Unchecked extends Error {
  override readonly name = 'Unchecked'
  /** True if another passphrase may help. */
  readonly isPassphrase: boolean

  constructor({ code, message }: ApiError) {
    super(message)
    this.isPassphrase = code === 'archive_locked'
  }
}

/** The backup was not signed by this installation: the operator must confirm that it is trusted. */
export class Foreign extends Error {
  override readonly name = 'Foreign'
}

async function orForeign<result>(run: Promise<result>): Promise<result> {
  return run.catch((failure: unknown) => {
    throw failure instanceof ApiError && failure.code === 'archive_from_elsewhere'
      ? new Foreign()
      : failure
  })
}

export type BackupsModel = ReturnType<typeof createBackupsModel>

/** Running action, for the button that started it. */
type Action = 'back-up' | 'save' | 'remove' | 'restore' | 'export' | 'check'

interface Deps {
  readonly api: Api
  readonly fetch: typeof fetch
}

/** Information about a file to restore. */
interface Checked extends CheckedArchive {
  readonly id: string
}

/** Backups and the actions on them. */
export function createBackupsModel({ api, fetch: send }: Deps) {
  const backups = signal<Backups>()
  const error = signal<string>()
  /** Only the owner may see backups. */
  const isAllowed = signal(true)
  const doing = signal<Action>()
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
      show(await api.getBackups())
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  /** Runs an action; rejects with a message for the user. */
  async function act<result>(action: Action, run: () => Promise<result>): Promise<result> {
    doing.value = action
    try {
      return await run()
    } catch (failure) {
      throw failure instanceof ApiError || !(failure instanceof Error)
        ? new Error(explain(failure))
        : failure
    } finally {
      doing.value = undefined
    }
  }

  void load()
  return {
    backups,
    error,
    isAllowed,
    doing,
    everyHours,
    keep,
    faults,
    passphrase,
    load,
    /** Creates a backup now; resolves to the reason if it is not valid. */
    backUp: () =>
      act('back-up', async () => {
        const { data } = await api.createBackup()
        await load()
        return data.fault
      }),
    /** Saves the schedule; true on success. */
    async save(): Promise<boolean> {
      doing.value = 'save'
      faults.value = {}
      try {
        const body = { every_hours: Number(everyHours.value), keep: Number(keep.value) }
        show(await api.updateBackupSettings({ body }))
        return true
      } catch (failure) {
        faults.value = fieldErrors(failure) ?? { keep: explain(failure) }
        return false
      } finally {
        doing.value = undefined
      }
    },
    remove: (id: string) =>
      act('remove', async () => {
        await api.deleteBackup({ params: { id } })
        await load()
      }),
    /** Restores a backup; true if Parley restarts. @throws Foreign unless foreign backups are accepted */
    restore: (id: string, acceptForeign = false) =>
      act('restore', async () => {
        const body = { accept_foreign: acceptForeign }
        return (await orForeign(api.restoreBackup({ params: { id }, body }))).restarts
      }),
    /** Download URL of everything in one file; undefined if the passphrase is rejected. */
    exportAll: () =>
      act('export', async () => {
        faults.value = {}
        const body = passphrase.value ? { passphrase: passphrase.value } : {}
        try {
          return (await api.createExport({ body })).url
        } catch (failure) {
          const refused = fieldErrors(failure)
          if (!refused) throw failure
          faults.value = refused
          return undefined
        }
      }),
    /** Uploads a file for verification. @throws Unchecked */
    check: (file: File, secret: string): Promise<Checked> =>
      act('check', async () => {
        const { id, url } = await api.createRestore({
          body: secret ? { passphrase: secret } : {},
        })
        const response = await send(url, { method: 'PUT', body: file, headers: languageHeader })
        const answer: unknown = await response.json().catch(() => ({}))
        if (!response.ok) {
          const code = response.headers.get('parley-error')
          throw new Unchecked(new ApiError(response.status, answer, code))
        }
        return { id, ...CheckedArchive.parse(answer) }
      }),
    /** Restores a verified file, like `restore`. */
    apply: (id: string, acceptForeign = false) =>
      act('restore', async () => {
        const body = { accept_foreign: acceptForeign }
        return (await orForeign(api.applyRestore({ params: { id }, body }))).restarts
      }),
  }
}
