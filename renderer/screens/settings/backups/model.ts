import { signal } from '@preact/signals'
import type { Backups } from '#contracts/backups.ts'
import { CheckedArchive } from '#contracts/checked-archive.ts'
import { ApiError } from '#contracts/client.ts'
import { type Api, explain, fieldErrors, inOurLanguage } from '../../../app/api.ts'

/** Reason why a file cannot be restored, in the language of the page. */
export class Unchecked extends Error {
  override readonly name = 'Unchecked'
  /** Another passphrase may help. */
  readonly isPassphrase: boolean

  constructor({ code, message }: ApiError) {
    super(message)
    this.isPassphrase = code === 'archive_locked'
  }
}

/** This installation did not sign the copy: somebody has to say that it is to be taken all the same. */
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

/** Facts about a file that is to be restored. */
interface Checked extends CheckedArchive {
  readonly id: string
}

/** The copies of everything, and what can be done with them. */
export function createBackupsModel({ api, fetch: send }: Deps) {
  const backups = signal<Backups>()
  const error = signal<string>()
  /** Only the owner is told. */
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

  /** Does something; rejects with a sentence. */
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
    /** Makes one now; why it is not good, or nothing. */
    backUp: () =>
      act('back-up', async () => {
        const { data } = await api.createBackup()
        await load()
        return data.fault
      }),
    /** Saves the schedule; true when it is saved. */
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
    /** True while Parley restarts. @throws Foreign unless that is accepted */
    restore: (id: string, acceptForeign = false) =>
      act('restore', async () => {
        const body = { accept_foreign: acceptForeign }
        return (await orForeign(api.restoreBackup({ params: { id }, body }))).restarts
      }),
    /** The address of everything in one file; undefined when the passphrase is refused. */
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
    /** Sends a file to be checked. @throws Unchecked */
    check: (file: File, secret: string): Promise<Checked> =>
      act('check', async () => {
        const { id, url } = await api.createRestore({
          body: secret ? { passphrase: secret } : {},
        })
        const response = await send(url, { method: 'PUT', body: file, headers: inOurLanguage })
        const answer: unknown = await response.json().catch(() => ({}))
        if (!response.ok) {
          const code = response.headers.get('parley-error')
          throw new Unchecked(new ApiError(response.status, answer, code))
        }
        return { id, ...CheckedArchive.parse(answer) }
      }),
    /** The same for a file that was checked. */
    apply: (id: string, acceptForeign = false) =>
      act('restore', async () => {
        const body = { accept_foreign: acceptForeign }
        return (await orForeign(api.applyRestore({ params: { id }, body }))).restarts
      }),
  }
}
