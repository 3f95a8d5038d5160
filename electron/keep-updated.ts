import { readFileSync } from 'node:fs'
import path from 'node:path'
import { app, session } from 'electron'
import type { Updates } from './desktop-api.ts'
import { detectInstallation, thisProgram } from './installed.ts'
import { createKept } from './kept.ts'
import { logProblem } from './log.ts'
import { followAppImage } from './session-entries.ts'
import { type Feed, feedOf } from './update-feed.ts'
import { createFreshness, SeenFeeds } from './update-freshness.ts'
import { checkRegularly } from './update-rounds.ts'
import type { Updater } from './updater.ts'
import { createUpdates, type UpdateKeeper } from './updates.ts'

export interface KeepUpdatedNeeds {
  readonly onChange: (updates: Updates) => void
  readonly drain: () => Promise<void>
  readonly serve: () => void
}

/** Keeps the app up to date if its package names a feed; otherwise loads and requests nothing. */
export function keepUpdated(needs: KeepUpdatedNeeds): UpdateKeeper {
  const feed = findFeed()
  const updates = createUpdates({
    ...needs,
    load: feed && (() => load(feed)),
    now: Date.now,
    logProblem,
  })
  if (feed) checkRegularly({ check: updates.check, chance: Math.random })
  return updates
}

function findFeed(): Feed | undefined {
  try {
    return feedOf(readFileSync(path.join(app.getAppPath(), 'package.json'), 'utf8'))
  } catch (error) {
    logProblem(error)
    return undefined
  }
}

async function load(feed: Feed): Promise<Updater> {
  const { createUpdater } = await import('./updater.ts')
  // Isolated from the pages' cookies and caches, but with the system's proxies.
  const network = session.fromPartition('updates', { cache: false })
  return createUpdater({
    feed,
    freshness: createFreshness({
      now: Date.now,
      seen: createKept(() => path.join(app.getPath('userData'), 'updates-seen.json'), SeenFeeds),
    }),
    fetch: (address, init) => network.fetch(address, init),
    installed: detectInstallation(thisProgram()),
    onMoved: followAppImage,
    app: {
      version: app.getVersion(),
      name: app.name,
      isPackaged: true,
      appUpdateConfigPath: '',
      userDataPath: app.getPath('userData'),
      baseCachePath: app.getPath('userData'),
      whenReady: () => app.whenReady(),
      relaunch: () => app.relaunch(),
      quit: () => app.quit(),
      onQuit: (handler: (code: number) => void) =>
        void app.once('quit', (_event, code) => handler(code)),
    },
  })
}
