import type { News, Updates } from './desktop-api.ts'
import { UpdateError } from './update-feed.ts'
import type { Updater } from './updater.ts'

export interface UpdatesNeeds {
  /** Loads electron-updater, the first time that it is needed; undefined where there is no feed. */
  readonly load: (() => Promise<Updater>) | undefined
  readonly now: () => number
  readonly onChange: (updates: Updates) => void
  readonly logProblem: (problem: unknown) => void
  /** Ends the server in order, so that nothing is under way while files change. */
  readonly drain: () => Promise<void>
  /** Serves again after all. */
  readonly serve: () => void
}

/** Keeps this Parley new: looks, downloads, says so, and installs when it is told to. */
export interface UpdateKeeper {
  readonly isOn: boolean
  read(): Updates
  /** Looks for a new version and downloads it; false when that did not work. */
  look(): Promise<boolean>
  install(): Promise<void>
}

/** State of updates, and the actions on them. */
export function createUpdates(needs: UpdatesNeeds): UpdateKeeper {
  const { load, now, onChange, logProblem, drain, serve } = needs
  let updates: Updates = { step: load ? 'waiting' : 'off' }
  let updater: Promise<Updater> | undefined
  let looking: Promise<boolean> | undefined

  function change(to: Updates): void {
    updates = to
    onChange(to)
  }

  function fail(error: unknown): void {
    logProblem(error)
    const problem = error instanceof UpdateError ? error.problem : 'unusable'
    change({ ...updates, step: 'failed', problem, progress: undefined })
  }

  async function lookOnce(from: Updater): Promise<void> {
    const ready = updates.step === 'ready' ? updates.news : undefined
    if (!ready) change({ step: 'looking', lookedAt: updates.lookedAt })
    const news = await from.look().catch((error) => {
      // What lies ready stays ready, whoever does not answer now.
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
    look() {
      if (!load || updates.step === 'installing') return Promise.resolve(true)
      looking ??= (async () => {
        try {
          updater ??= load()
          await lookOnce(await updater)
          return true
        } catch (error) {
          if (updates.step !== 'ready') fail(error)
          return false
        } finally {
          looking = undefined
        }
      })()
      return looking
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
