import type { News, Updates } from './desktop-api.ts'
import { UpdateError } from './update-feed.ts'
import type { Updater } from './updater.ts'

export interface UpdatesNeeds {
  /** Loads electron-updater on first use; undefined without a feed. */
  readonly load: (() => Promise<Updater>) | undefined
  readonly now: () => number
  readonly onChange: (updates: Updates) => void
  readonly logProblem: (problem: unknown) => void
  /** Shuts the server down in order, so that nothing is in progress while files change. */
  readonly drain: () => Promise<void>
  /** Resumes after a failed installation. */
  readonly serve: () => void
}

/** Keeps this Parley up to date: checks, downloads, notifies, and installs on request. */
export interface UpdateKeeper {
  readonly isOn: boolean
  read(): Updates
  /** Checks for a new version and downloads it; false on failure. */
  check(): Promise<boolean>
  install(): Promise<void>
}

/** State of updates, and the actions on them. */
export function createUpdates(needs: UpdatesNeeds): UpdateKeeper {
  const { load, now, onChange, logProblem, drain, serve } = needs
  let updates: Updates = { step: load ? 'waiting' : 'off' }
  let updater: Promise<Updater> | undefined
  let checking: Promise<boolean> | undefined

  function change(to: Updates): void {
    updates = to
    onChange(to)
  }

  function fail(error: unknown): void {
    logProblem(error)
    const problem = error instanceof UpdateError ? error.problem : 'unusable'
    change({ ...updates, step: 'failed', problem, progress: undefined })
  }

  async function checkOnce(from: Updater): Promise<void> {
    const ready = updates.step === 'ready' ? updates.news : undefined
    if (!ready) change({ step: 'looking', lookedAt: updates.lookedAt })
    const news = await from.check().catch((error) => {
      // A downloaded version stays ready, even if the feed does not respond now.
      if (ready) logProblem(error)
      throw error
    })
    const lookedAt = now()
    if (!news) {
      from.withdraw()
      change({ step: 'current', lookedAt })
    } else if (from.canInstall) await fetchIt(from, news, lookedAt, ready)
    else change({ step: 'found', lookedAt, news })
  }

  async function fetchIt(
    from: Updater,
    news: News,
    lookedAt: number,
    ready: News | undefined,
  ): Promise<void> {
    let percent = 0
    const show = (progress: number) => change({ step: 'downloading', lookedAt, news, progress })
    if (news.version !== ready?.version) show(0)
    await from.download((share) => {
      const to = Math.floor(share * 100)
      if (to > percent) show(share)
      percent = Math.max(to, percent)
    })
    change({ step: 'ready', lookedAt, news, atQuit: from.atQuit })
  }

  return {
    isOn: load !== undefined,
    read: () => updates,
    check() {
      if (!load || updates.step === 'installing') return Promise.resolve(true)
      checking ??= (async () => {
        try {
          updater ??= load()
          await checkOnce(await updater)
          return true
        } catch (error) {
          if (updates.step !== 'ready') fail(error)
          return false
        } finally {
          checking = undefined
        }
      })()
      return checking
    },
    async install() {
      if (updates.step !== 'ready' || !updater) return
      change({ ...updates, step: 'installing' })
      try {
        await drain()
        await (await updater).install()
      } catch (error) {
        fail(error)
        serve()
      }
    },
  }
}
