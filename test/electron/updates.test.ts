import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Updates } from '../../electron/desktop-api.ts'
import type { Installed } from '../../electron/installed.ts'
import { createKept } from '../../electron/kept.ts'
import { createFreshness, SeenFeeds } from '../../electron/update-freshness.ts'
import { createUpdater } from '../../electron/updater.ts'
import { createUpdates } from '../../electron/updates.ts'
import { packagesOf, startFeed, type TestFeed } from '../support/update-feed.ts'

/* The real electron-updater, and a real feed on this machine. */

// The part of Electron that electron-updater uses while it installs.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: 'test:electron', format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === 'test:electron'
      ? {
          source: 'module.exports = { autoUpdater: { emit() {} } }',
          format: 'commonjs',
          shortCircuit: true,
        }
      : next(url, context),
})

const [APP_IMAGE, ARCHIVE, DEB] = packagesOf('2.0.0')

let feed: TestFeed
let old: string

beforeEach(async () => {
  feed = await startFeed()
  old = path.join(feed.home, 'Parley.AppImage')
  writeFileSync(old, '#!/bin/sh\n# the old one\n')
  vi.stubEnv('APPIMAGE', old)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await feed.stop()
})

function start(
  installed: Installed = 'AppImage',
  version = '1.0.0',
  profile = feed.home,
  now = Date.now,
) {
  const views: Updates[] = []
  const did: string[] = []
  const problems: unknown[] = []
  let quit: ((code: number) => void) | undefined
  const updates = createUpdates({
    load: async () =>
      createUpdater({
        feed: feed.feed,
        fetch,
        installed,
        onMoved: (file) => void did.push(`moved to ${path.basename(file)}`),
        freshness: createFreshness({
          now,
          seen: createKept(() => path.join(profile, 'updates-seen.json'), SeenFeeds),
        }),
        app: {
          version,
          name: 'Parley',
          isPackaged: true,
          appUpdateConfigPath: '',
          userDataPath: profile,
          baseCachePath: profile,
          whenReady: async () => undefined,
          relaunch: () => void did.push('relaunch'),
          quit: () => void did.push('quit'),
          onQuit: (handler: (code: number) => void) => {
            quit = handler
          },
        },
      }),
    now: () => 42,
    onChange: (to) => views.push(to),
    logProblem: (problem) => problems.push(problem),
    drain: async () => void did.push('drain'),
    serve: () => void did.push('serve'),
  })
  return {
    updates,
    views,
    did,
    problems,
    steps: () => [...new Set(views.map(({ step }) => step))],
    quit: (code = 0) => quit?.(code),
  }
}

const pending = () => {
  const folder = path.join(feed.home, 'updates', 'pending')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

test('a newer version is offered with its release notes, and downloaded in the background', async () => {
  feed.publish()
  const { updates, steps, did } = start()
  expect(updates.read()).toEqual({ step: 'waiting' })
  expect(await updates.check()).toBe(true)
  expect(steps()).toEqual(['looking', 'downloading', 'ready'])
  expect(updates.read()).toEqual({
    step: 'ready',
    lookedAt: 42,
    news: { version: '2.0.0', notes: '- **New.** It is.', place: feed.url + APP_IMAGE },
    atQuit: true,
  })
  expect(pending()).toEqual([APP_IMAGE, 'update-info.json'])
  expect(did).toEqual([])
  expect(feed.names()).toEqual([APP_IMAGE, feed.channel, `${feed.channel}.sig`].sort())
})

test('it is installed on request, after the server has drained', async () => {
  feed.publish({ content: `#!/bin/sh\necho new > ${path.join(feed.home, 'started')}\n` })
  const { updates, did } = start()
  await updates.install()
  expect(did).toEqual([])
  await updates.check()
  await updates.install()
  await expect.poll(() => did).toEqual(['drain', 'quit'])
  expect(readFileSync(old, 'utf8')).toContain('echo new')
  await expect.poll(() => existsSync(path.join(feed.home, 'started'))).toBe(true)
})

test('quitting installs it, but a crash does not', async () => {
  feed.publish({ content: '#!/bin/sh\nexit 0\n# new\n' })
  const { updates, quit } = start()
  await updates.check()
  quit(1)
  expect(readFileSync(old, 'utf8')).toContain('the old one')
  quit(0)
  expect(readFileSync(old, 'utf8')).toContain('# new')
})

test('an AppImage with a version in its name is followed to the new file', async () => {
  feed.publish({ content: '#!/bin/sh\nexit 0\n# new\n' })
  const versioned = path.join(feed.home, 'Parley-1.0.0-linux-x86_64.AppImage')
  writeFileSync(versioned, '#!/bin/sh\n# the old one\n')
  vi.stubEnv('APPIMAGE', versioned)
  const { updates, quit, did } = start()
  await updates.check()
  quit(0)
  expect(existsSync(versioned)).toBe(false)
  expect(did).toEqual([`moved to ${APP_IMAGE}`])
})

test('a Debian package waits for the user, since it asks for a password', async () => {
  feed.publish()
  const { updates, quit } = start('deb')
  await updates.check()
  expect(updates.read()).toMatchObject({ step: 'ready', atQuit: false })
  expect(pending()).toEqual([DEB, 'update-info.json'])
  expect(quit()).toBeUndefined()
})

/** Programs needed for installing on Debian, each with its exit code. */
function standInForDebian(code: number) {
  const bin = path.join(feed.home, 'bin')
  mkdirSync(bin)
  for (const name of ['pkexec', 'gksudo', 'sudo', 'dpkg', 'apt-get']) {
    const file = path.join(bin, name)
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${feed.home}/ran\nexit ${code}\n`)
    chmodSync(file, 0o755)
  }
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
}

test('a Debian package is installed once the password is given, and Parley restarts', async () => {
  feed.publish()
  standInForDebian(0)
  const { updates, did } = start('deb')
  await updates.check()
  await updates.install()
  await expect.poll(() => did).toEqual(['drain', 'relaunch', 'quit'])
  expect(readFileSync(path.join(feed.home, 'ran'), 'utf8')).toContain(DEB)
})

test('when the password is refused, the server serves again and the update can be retried', async () => {
  feed.publish()
  standInForDebian(126)
  const { updates, did } = start('deb')
  await updates.check()
  await updates.install()
  expect(did).toEqual(['drain', 'serve'])
  expect(updates.read()).toMatchObject({ step: 'failed', problem: 'not_installed' })
  await updates.check()
  expect(updates.read().step).toBe('ready')
})

test('a folder is told about a new version and where to get it, and downloads nothing', async () => {
  feed.publish()
  const { updates } = start('none')
  await updates.check()
  expect(updates.read()).toMatchObject({ step: 'found', news: { place: feed.url + ARCHIVE } })
  expect(feed.names()).toEqual([feed.channel, `${feed.channel}.sig`])
})

const other = generateKeyPairSync('ed25519').privateKey

test.each<[string, (feed: TestFeed) => void, string]>([
  [
    'one byte of the description is another',
    ({ change, channel }) => change(channel, (text) => text.replace('2.0.0', '3.0.0')),
    'unsigned',
  ],
  [
    'one space is added to it',
    ({ change, channel }) => change(channel, (text) => `${text} `),
    'unsigned',
  ],
  ['the signature is missing', ({ remove, channel }) => remove(`${channel}.sig`), 'unsigned'],
  [
    'the signature is empty',
    ({ change, channel }) => change(`${channel}.sig`, () => ''),
    'unsigned',
  ],
  [
    'one letter of the signature is another',
    ({ change, channel }) =>
      change(`${channel}.sig`, (text) =>
        text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`,
      ),
    'unsigned',
  ],
  ['somebody else signed it', ({ publish }) => publish({ key: other }), 'unsigned'],
  [
    'it was signed for another system',
    ({ publish, folder, channel }) => {
      publish({ platform: 'win32' })
      for (const end of ['', '.sig'])
        writeFileSync(
          path.join(folder, channel + end),
          readFileSync(path.join(folder, `latest.yml${end}`)),
        )
    },
    'unusable',
  ],
  [
    'the description never ends',
    ({ change, channel }) => change(channel, (text) => text.repeat(2000)),
    'unusable',
  ],
  [
    'the signature never ends',
    ({ change, channel }) => change(`${channel}.sig`, (text) => text.repeat(2000)),
    'unusable',
  ],
  ['there is no description', ({ remove, channel }) => remove(channel), 'unreachable'],
  [
    'the feed sends elsewhere',
    ({ odd, channel, url }) =>
      odd.set(channel, { status: 302, headers: { location: `${url}other/${channel}` } }),
    'unreachable',
  ],
  ['the feed is ill', ({ odd, channel }) => odd.set(channel, { status: 503 }), 'unreachable'],
  [
    'the package is another',
    ({ change }) => change(APP_IMAGE, (text) => text.replace('#', '%')),
    'damaged',
  ],
  [
    'the package is longer',
    ({ change }) => change(APP_IMAGE, (text) => text.repeat(1000)),
    'damaged',
  ],
  ['the package never ends', ({ endless }) => endless.add(APP_IMAGE), 'damaged'],
  ['the package is shorter', ({ change }) => change(APP_IMAGE, (text) => text.slice(1)), 'damaged'],
  ['the package is missing', ({ remove }) => remove(APP_IMAGE), 'unreachable'],
  [
    'the package lies elsewhere',
    ({ odd, url }) =>
      odd.set(APP_IMAGE, { status: 302, headers: { location: `${url}other/${APP_IMAGE}` } }),
    'unreachable',
  ],
])('nothing is installed when %s', async (_what, spoil, problem) => {
  feed.publish()
  spoil(feed)
  const { updates, quit, did, problems } = start()
  expect(await updates.check()).toBe(false)
  expect(updates.read()).toMatchObject({ step: 'failed', problem })
  expect(problems).toHaveLength(1)
  await updates.install()
  quit()
  expect([did, pending(), readFileSync(old, 'utf8')]).toEqual([
    [],
    [],
    '#!/bin/sh\n# the old one\n',
  ])
  expect(feed.asked.filter((address) => address.includes('other'))).toEqual([])
  // Until they are verified, only the feed's two files are requested.
  if (problem === 'unsigned' || problem === 'unusable')
    expect(feed.names().filter((name) => !name.startsWith(feed.channel))).toEqual([])
})

test.each([
  ['an older version', { version: '0.9.0' }],
  ['the same version', { version: '1.0.0' }],
  ['a version that is before this one', { version: '1.0.0-beta.1' }],
  ['a stage of nobody', { stage: 0 }],
])('%s is not installed, and all is well', async (_what, published) => {
  feed.publish(published)
  const { updates, quit, problems } = start()
  expect(await updates.check()).toBe(true)
  expect(updates.read()).toEqual({ step: 'current', lookedAt: 42 })
  quit()
  expect([pending(), problems, readFileSync(old, 'utf8')]).toEqual([
    [],
    [],
    '#!/bin/sh\n# the old one\n',
  ])
})

test('each machine has its own place in the rollout, and keeps it', async () => {
  feed.publish({ stage: 50 })
  const turns: string[] = []
  for (const [index, id] of ['00000000', '7fffff00', '80000001', 'ffffffff'].entries()) {
    const profile = path.join(feed.home, String(index))
    mkdirSync(profile)
    writeFileSync(path.join(profile, '.updaterId'), `0199b0a4-7c1e-5d3f-8a5b-1c2d${id}`)
    const { updates } = start('AppImage', '1.0.0', profile)
    await updates.check()
    turns.push(updates.read().step)
  }
  expect(turns).toEqual(['ready', 'ready', 'current', 'current'])
})

test('a version halted after it was downloaded is no longer installed', async () => {
  feed.publish()
  const { updates, quit } = start()
  await updates.check()
  feed.publish({ stage: 0 })
  await updates.check()
  expect(updates.read().step).toBe('current')
  await updates.install()
  quit()
  expect(readFileSync(old, 'utf8')).toContain('the old one')
})

test('a download is verified again before it is installed', async () => {
  feed.publish()
  const { updates, did } = start()
  await updates.check()
  writeFileSync(path.join(feed.home, 'updates', 'pending', APP_IMAGE), '#!/bin/sh\n# evil\n')
  await updates.install()
  expect(updates.read()).toMatchObject({ step: 'failed', problem: 'damaged' })
  expect(did).toEqual(['drain', 'serve'])
  expect(readFileSync(old, 'utf8')).toContain('the old one')
})

test('a ready version stays ready while the feed is unavailable, and is not downloaded twice', async () => {
  feed.publish()
  const first = start()
  await first.updates.check()
  await first.updates.check()
  expect(first.steps()).toEqual(['looking', 'downloading', 'ready'])
  feed.odd.set(feed.channel, { status: 503 })
  expect(await first.updates.check()).toBe(false)
  expect(first.updates.read().step).toBe('ready')
  feed.odd.clear()
  const second = start()
  await second.updates.check()
  expect(second.updates.read().step).toBe('ready')
  expect(feed.names().filter((name) => name === APP_IMAGE)).toHaveLength(1)
})

test('a stalled download is abandoned after a minute, and completed later', async () => {
  feed.publish()
  feed.stalled.add(APP_IMAGE)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { updates } = start()
  const look = updates.check()
  while ((updates.read().progress ?? 0) === 0) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await look).toBe(false)
  expect(updates.read()).toMatchObject({ step: 'failed', problem: 'unreachable' })
  feed.stalled.clear()
  await updates.check()
  expect(updates.read().step).toBe('ready')
})

test('two simultaneous checks are one', async () => {
  feed.publish()
  const { updates, views } = start()
  await Promise.all([updates.check(), updates.check()])
  expect(views.filter(({ step }) => step === 'looking')).toHaveLength(1)
  expect(feed.names().filter((name) => name === feed.channel)).toHaveLength(1)
})

/** Saves the current feed; returns a function that restores it. */
function keepFeed() {
  const files = ['', '.sig'].map((end) => path.join(feed.folder, feed.channel + end))
  const kept = files.map((file) => readFileSync(file))
  return () => files.forEach((file, index) => void writeFileSync(file, kept[index]!))
}

test('L19 a feed older than one already seen is rejected, after a restart as well', async () => {
  feed.publish({ version: '1.1.0' })
  const serveOld = keepFeed()
  feed.publish({ version: '1.2.0' })
  const first = start('none')
  await first.updates.check()
  expect(first.updates.read()).toMatchObject({ step: 'found', news: { version: '1.2.0' } })
  serveOld()
  const outdated = { step: 'failed', problem: 'outdated' }
  expect(await first.updates.check()).toBe(false)
  expect(first.updates.read()).toMatchObject(outdated)
  const second = start('AppImage')
  expect(await second.updates.check()).toBe(false)
  expect(second.updates.read()).toMatchObject(outdated)
  expect(second.problems).toHaveLength(1)
  await second.updates.install()
  expect([second.did, pending()]).toEqual([[], []])
  feed.publish({ version: '1.3.0' })
  await second.updates.check()
  expect(second.updates.read()).toMatchObject({ step: 'ready', news: { version: '1.3.0' } })
})

test('L19 a feed is accepted for sixty days, and then rejected until it is signed again', async () => {
  const day = 24 * 3_600_000
  const began = Date.now()
  let now = began
  feed.publish({ date: new Date(began) })
  const { updates } = start('none', '1.0.0', feed.home, () => now)
  now = began + 60 * day
  await updates.check()
  expect(updates.read().step).toBe('found')
  now += 1
  expect(await updates.check()).toBe(false)
  expect(updates.read()).toMatchObject({ step: 'failed', problem: 'outdated' })
  feed.publish({ date: new Date(now) })
  await updates.check()
  expect(updates.read().step).toBe('found')
})

test('L19 if nothing can be written, the latest feed is remembered until the app exits', async () => {
  feed.publish({ version: '1.1.0' })
  const serveOld = keepFeed()
  feed.publish({ version: '1.2.0' })
  const { updates } = start('none', '1.0.0', '/dev/null')
  await updates.check()
  serveOld()
  await updates.check()
  expect(updates.read()).toMatchObject({ step: 'failed', problem: 'outdated' })
})
