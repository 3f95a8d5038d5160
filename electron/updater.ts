import {
  AppImageUpdater,
  AppUpdater,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type UpdateInfo,
} from 'electron-updater'
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import type { Installed } from './installed.ts'
import { download, sha512Of } from './update-download.ts'
import {
  channelOf,
  type Feed,
  type Fetch,
  type Release,
  readRelease,
  UpdateError,
} from './update-feed.ts'
import type { createFreshness } from './update-freshness.ts'
import { delay } from './wait.ts'

/*
 * electron-updater, bound to our feed: it decides if a version is newer and within its rollout, stores the package and
 * installs it. All metadata is signed, and all requests go through one function.
 */

type Freshness = ReturnType<typeof createFreshness>

export interface UpdaterNeeds {
  readonly feed: Feed
  readonly fetch: Fetch
  readonly installed: Installed
  readonly app: AppAdapter
  readonly freshness: Freshness
  /** Called with the path of a new AppImage whose name differs from the old one's. */
  readonly onMoved: (file: string) => void
}

/** Release that a feed offers to this machine. */
export interface Offer {
  readonly version: string
  readonly notes: string
  /** The package's address. */
  readonly place: string
}

export interface Updater {
  /** True if an update is installed on quit: everywhere except where a password is needed. */
  readonly atQuit: boolean
  /** True if Parley can replace itself here. */
  readonly canInstall: boolean
  /** The version that the feed offers to this machine, if it is newer and the rollout includes this machine. */
  check(): Promise<Offer | undefined>
  /** Downloads the offered version, unless it is already here. */
  download(onProgress: (share: number) => void): Promise<void>
  /** Prevents the installation of the downloaded version on quit. */
  withdraw(): void
  /** Installs the downloaded version and quits the app. */
  install(): Promise<void>
}

/** Time for macOS to verify a package before it lets the app quit, ms. */
const QUIT_TIMEOUT_MS = 60_000

const EXTENSION: Readonly<Record<Installed, string>> = {
  nsis: '.exe',
  mac: '.zip',
  AppImage: '.AppImage',
  deb: '.deb',
  none: '.tar.gz',
}

/** electron-updater with our feed's signature and our network access, and without downgrades. */
export function createUpdater(needs: UpdaterNeeds): Updater {
  const { feed, fetch, installed, app, freshness } = needs
  let release: Release | undefined
  let file: string | undefined
  let beat: (share: number) => void = () => undefined

  const packages = () => {
    const matching = release?.files.filter(({ url }) => url.endsWith(EXTENSION[installed])) ?? []
    if (matching.length === 0)
      throw new UpdateError('unusable', `The feed has no ${EXTENSION[installed]} for this machine`)
    return matching.map((info) => ({ info, url: new URL(info.url, feed.url) }))
  }

  class SignedFeed extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime)
    }

    async getLatestVersion(): Promise<UpdateInfo> {
      const read = await readRelease(fetch, feed, channelOf(process.platform, process.arch))
      freshness.accept(read)
      release = read
      return { ...release, path: '', sha512: '' }
    }

    resolveFiles() {
      return packages()
    }
  }

  const updater = UPDATERS[installed](app)
  const atQuit = installed !== 'deb' && installed !== 'none'
  Object.assign(updater, {
    logger: null,
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    disableWebInstaller: true,
    // The block map of a package is not signed.
    disableDifferentialDownload: true,
    // Its own would follow redirects without limits; and there is no app-update.yml.
    httpExecutor: {
      download: (url: URL, into: string) => {
        const wanted = packages().find((one) => one.url.href === url.href)
        if (!wanted) throw new UpdateError('unusable', `${url} was not signed`)
        const { sha512, size } = wanted.info
        return download({ address: url.href, sha512, size }, into, { fetch, onProgress: beat })
      },
    },
    configOnDisk: { value: Promise.resolve({ updaterCacheDirName: 'updates' }) },
  })
  updater.on('appimage-filename-updated', needs.onMoved)
  updater.setFeedURL({ provider: 'custom', updateProvider: SignedFeed })

  return {
    atQuit,
    canInstall: installed !== 'none',
    async check() {
      const found = await updater.checkForUpdates()
      if (!found?.isUpdateAvailable || !release) return undefined
      const { version, releaseNotes: notes } = release
      return { version, notes, place: packages()[0]!.url.href }
    },
    async download(onProgress) {
      beat = onProgress
      updater.autoInstallOnAppQuit = atQuit
      file = (await updater.downloadUpdate())[0]
    },
    withdraw() {
      updater.autoInstallOnAppQuit = false
    },
    async install() {
      // The file may be hours old.
      const sum = file && (await sha512Of(file).catch(() => undefined))
      if (!packages().some(({ info }) => info.sha512 === sum))
        throw new UpdateError('damaged', 'What was downloaded is not what was signed any more')
      await installNow(updater)
    },
  }
}

/** For a Parley that cannot replace itself: it only learns of new versions. */
class Listener extends AppUpdater {
  constructor(app: AppAdapter) {
    super(null, app)
  }

  protected override async doDownloadUpdate(): Promise<never> {
    throw new Error('There is nothing here that could install it')
  }

  override quitAndInstall(): void {
    throw new Error('There is nothing here that could install it')
  }
}

const UPDATERS: Readonly<Record<Installed, (app: AppAdapter) => AppUpdater>> = {
  nsis: (app) => new NsisUpdater(null, app),
  mac: (app) => new MacUpdater(undefined, app),
  AppImage: (app) => new AppImageUpdater(null, app),
  deb: (app) => new DebUpdater(null, app),
  none: (app) => new Listener(app),
}

/**
 * electron-updater reports a failure by an event: at once, or on macOS after the system has verified the package.
 * Without one, the app is about to quit.
 */
async function installNow(updater: AppUpdater): Promise<void> {
  const failed = Promise.withResolvers<never>()
  updater.on('error', failed.reject)
  try {
    updater.quitAndInstall(false, true)
    await Promise.race([
      failed.promise,
      updater instanceof MacUpdater ? quitWithinTimeout() : undefined,
    ])
  } catch (cause) {
    throw new UpdateError('not_installed', `The update was not installed: ${cause}`, { cause })
  } finally {
    updater.off('error', failed.reject)
  }
}

async function quitWithinTimeout(): Promise<never> {
  await delay(QUIT_TIMEOUT_MS)
  throw new Error('The system did not take it')
}
