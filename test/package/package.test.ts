import { execFile, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { extractAll, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contracts/client.ts'
import { getKnowledgeBase } from '#contracts/knowledge.ts'
import { channelOf, feedOf, openRelease } from '../../electron/update-feed.ts'
import { resource } from '../../scripts/package/resource.ts'
import { WANTED_FUSES } from '../support/electron-checklist.ts'
import { createdBase, fileOf, uploaded } from '../support/knowledge.ts'
import {
  chat,
  createDpkg,
  debIn,
  stubAppImageTools,
  stubElectron,
  withServer,
} from '../support/package.ts'
import { KEY } from '../support/server.ts'

/*
 * The packages that electron-builder builds for Linux around an Electron stub: everything except the program
 * itself is real.
 */

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-package-'))
const unpacked = path.join(
  folder,
  'release',
  process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`,
)
const resources = path.join(unpacked, 'resources')
const app = path.join(folder, 'app')
const native = `linux-${process.arch}.node`

/** The packages' update feed. */
const UPDATES = 'https://updates.example.com/parley/'

/** Elsewhere electron-builder builds other packages, which `npm run desktop:check` checks. */
const onLinux = test.runIf(process.platform === 'linux')

let files: string[]
let said: string

beforeAll(async () => {
  if (process.platform !== 'linux') return
  const args = [
    path.join(root, 'scripts', 'package.ts'),
    `--electron-dist=${stubElectron(path.join(folder, 'electron'))}`,
    `--output=${path.join(folder, 'release')}`,
    '--fetch',
  ]
  const key = path.join(folder, 'key.pem')
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(key, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const env = {
    ...process.env,
    PARLEY_UPDATE_URL: UPDATES,
    PARLEY_UPDATE_KEY: key,
    APPIMAGE_TOOLS_PATH: stubAppImageTools(path.join(folder, 'tools')),
  }
  const run = promisify(execFile)(process.execPath, args, { cwd: root, env })
  said = await run.then(
    ({ stdout }) => stdout,
    ({ stdout }) => {
      throw new Error(`Packaging failed\n${stdout}`)
    },
  )
  const archive = path.join(resources, 'app.asar')
  files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
  extractAll(archive, app)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

onLinux('the package has what the app needs at run time', () => {
  const wanted = [
    '/package.json',
    '/dist/electron/main.js',
    '/dist/electron/shared.js',
    '/dist/electron/updater.js',
    '/dist/electron/self-check.js',
    '/dist/electron/preload.cjs',
    '/dist/server/main.js',
    '/dist/server/server-process.js',
    '/dist/server/document-worker.js',
    '/dist/server/email-worker.js',
    '/dist/server/migrations/0001_baseline.sql',
    '/dist/renderer/index.html',
    '/dist/widget/widget.js',
    '/dist/widget/widget.js.br',
    '/dist/widget/widget.js.gz',
    '/dist/widget/parley.js',
    '/dist/widget/parley-widget.zip',
    '/node_modules/better-sqlite3/lib/index.js',
  ]
  expect(wanted.filter((file) => !files.includes(file))).toEqual([])
})

onLinux('the package has nothing that only developers need', () => {
  const tops = new Set(files.map((file) => file.split('/')[1]))
  expect([...tops].sort()).toEqual(['dist', 'node_modules', 'package.json'])
  expect(files.filter((file) => /\.(map|ts|tsx|test\.js)$/.test(file))).toEqual([])
  const packages = new Set(
    files.flatMap((file) => /^\/node_modules\/([^/]+)/.exec(file)?.[1] ?? []),
  )
  expect([...packages]).toEqual(['better-sqlite3'])
  const description = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8'))
  expect(Object.keys(description)).not.toContain('devDependencies')
  expect(description.desktopName).toBe('parley.desktop')
})

onLinux('the package contains only the right native module, outside the archive', () => {
  expect(files.filter((file) => file.endsWith('.node'))).toEqual([
    `/node_modules/better-sqlite3/prebuilds/${native}`,
  ])
  const outside = path.join(resources, 'app.asar.unpacked')
  const found = readdirSync(outside, { recursive: true, withFileTypes: true })
  expect(found.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([native])
})

onLinux('every platform packs a native module that exists', () => {
  const settings = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')
  const named = [...settings.matchAll(/(node_modules\/[\w/-]+\$\{arch\}\.node)/g)]
  const wanted = named.flatMap(([name]) =>
    ['x64', 'arm64'].map((arch) => name.replace(`\${arch}`, arch)),
  )
  expect(wanted).toHaveLength(6)
  expect(wanted.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

onLinux('all nine fuses are set, and no tenth is forgotten', async () => {
  const { version, ...wire } = await getCurrentFuseWire(path.join(unpacked, 'parley-bin'))
  const states = Object.entries(wire).map(([fuse, state]) => [
    FuseV1Options[Number(fuse)],
    state === FuseState.ENABLE,
  ])
  expect(version).toBe('1')
  expect(Object.fromEntries(states)).toEqual(WANTED_FUSES)
})

onLinux('users start the launcher, and the program is behind it', () => {
  const launcher = readFileSync(path.join(unpacked, 'parley'), 'utf8')
  expect(launcher).toBe(resource('launcher.sh'))
  expect(statSync(path.join(unpacked, 'parley')).mode & 0o777).toBe(0o755)
  expect(statSync(path.join(unpacked, 'parley-bin')).mode & 0o111).toBe(0o111)
})

onLinux('no lazily loaded part of the app starts it again', () => {
  const electron = path.join(app, 'dist/electron')
  const later = readdirSync(electron).filter((name) => name.endsWith('.js') && name !== 'main.js')
  expect(later.length).toBeGreaterThan(2)
  const starts = (name: string) =>
    readFileSync(path.join(electron, name), 'utf8').includes('/main.js"')
  expect(later.filter(starts)).toEqual([])
})

onLinux('no packed file names the build folder', () => {
  const named = files
    .map((file) => path.join(app, file))
    .filter((file) => /\.(c?js|html|json|sql|css)$/.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes(root))
  expect(named).toEqual([])
})

onLinux('the packed server serves', async () => {
  await withServer(app, async (url) => {
    const get = (address: string) => fetch(url + address)
    expect((await get('/health')).status).toBe(200)
    expect(await (await get('/api/openapi.json')).json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
    })
    const widget = await get('/widget.js')
    expect([widget.status, widget.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ])
    expect(await (await get('/app/')).text()).toContain('<title>Parley</title>')
    const call = createClient({ origin: url, headers: { authorization: `Bearer ${KEY}` } })
    const base = { id: await createdBase({ call }) }
    await uploaded({ call }, base.id, fileOf('hours.txt', 'We open at nine.'))
    await expect
      .poll(async () => (await call(getKnowledgeBase, { params: base })).data, { timeout: 20_000 })
      .toMatchObject({ status: 'active' })
  })
})

onLinux('built and skipped packages are reported, with the reason', () => {
  for (const line of [
    /^Linux dir +\/.*linux-/m,
    /^Linux tar\.gz +\/.*\.tar\.gz$/m,
    /^Linux deb +\/.*\.deb$/m,
    /^Linux AppImage +in \//m,
  ])
    expect(said).toMatch(line)
  expect(said).toMatch(/^Windows nsis +not made: .*Windows/m)
  expect(said).toMatch(/^macOS dmg +not made: .*macOS/m)
})

onLinux('the packaged app accepts the feed built with it, and knows how it was installed', () => {
  const feed = feedOf(readFileSync(path.join(app, 'package.json'), 'utf8'))!
  expect(feed.url).toBe(UPDATES)
  const channel = channelOf('linux', process.arch)
  const inRelease = (name: string) => readFileSync(path.join(folder, 'release', name))
  const [text, signature] = [inRelease(`${channel}.yml`), inRelease(`${channel}.yml.sig`)]
  const release = openRelease(text, signature, feed.key, channel)
  expect(release.releaseNotes).toContain('- **')
  const endings = release.files.map(({ url }) => /\.(tar\.gz|\w+)$/.exec(url)![1])
  expect(endings.sort()).toEqual(['AppImage', 'deb', 'tar.gz'])
  for (const { url, sha512 } of release.files)
    expect(createHash('sha512').update(inRelease(url)).digest('base64')).toBe(sha512)
  expect(existsSync(path.join(resources, 'package-type'))).toBe(false)
})

onLinux('a feed without a key is rejected before anything is built', () => {
  const env = { ...process.env, PARLEY_UPDATE_URL: UPDATES, PARLEY_UPDATE_KEY: '' }
  const output = path.join(folder, 'nothing')
  const script = path.join(root, 'scripts', 'package.ts')
  const { status, stderr } = spawnSync(process.execPath, [script, `--output=${output}`], {
    ...{ cwd: root, env, encoding: 'utf8' },
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('needs PARLEY_UPDATE_KEY')])
  expect(existsSync(output)).toBe(false)
})

const hasDpkg = process.platform === 'linux' && spawnSync('dpkg', ['--version']).status === 0

test.runIf(hasDpkg)(
  'the Debian package installs, its server chats, and removing it leaves nothing behind',
  async () => {
    const system = path.join(folder, 'system')
    const dpkg = createDpkg(system)
    dpkg('--install', debIn(path.join(folder, 'release')))

    const inSystem = (file: string) => path.join(system, file)
    const entry = readFileSync(inSystem('usr/share/applications/parley.desktop'), 'utf8')
    for (const line of [
      'MimeType=x-scheme-handler/parley;',
      'Exec=/opt/Parley/parley %U',
      'StartupWMClass=parley',
    ])
      expect(entry).toContain(`\n${line}\n`)
    expect(readlinkSync(inSystem('usr/bin/parley'))).toBe('/opt/Parley/parley')
    expect(existsSync(inSystem('usr/share/icons/hicolor/256x256/apps/parley.png'))).toBe(true)
    expect(statSync(inSystem('opt/Parley/parley')).mode & 0o111).toBe(0o111)
    expect(readFileSync(inSystem('opt/Parley/resources/apparmor-profile'), 'utf8')).toBe(
      resource('apparmor-profile'),
    )

    expect(readFileSync(inSystem('opt/Parley/resources/package-type'), 'utf8')).toBe('deb\n')

    // Its program is a stub, so its server runs on Node, from the installed archive.
    const taken = path.join(folder, 'taken')
    extractAll(inSystem('opt/Parley/resources/app.asar'), taken)
    await withServer(taken, async (url) => {
      expect(await chat(url)).toMatch(/\w/)
    })

    dpkg('--remove', 'parley')
    const left = readdirSync(system, { recursive: true, encoding: 'utf8' })
    expect(left.filter((file) => /parley/i.test(file) && !file.startsWith('var/lib/dpkg'))).toEqual(
      [],
    )
    dpkg('--purge', 'parley')
    const info = readdirSync(inSystem('var/lib/dpkg/info'))
    expect(info.filter((name) => name.startsWith('parley'))).toEqual([])
  },
)

onLinux('the AppImage disables nobody’s sandbox', () => {
  const release = path.join(folder, 'release')
  const image = readdirSync(release).find((name) => name.endsWith('.AppImage'))!
  const inside = path.join(folder, 'inside')
  mkdirSync(inside)
  // The stub has no runtime in front of its content.
  const { status } = spawnSync('tar', ['-xf', path.join(release, image), '-C', inside])
  expect(status).toBe(0)
  const read = (file: string) => readFileSync(path.join(inside, file), 'utf8')
  const lines = read('parley.desktop').split('\n')
  for (const line of ['Exec=AppRun %U', 'StartupWMClass=parley', 'Icon=parley'])
    expect(lines).toContain(line)
  expect(read('parley')).toBe(resource('launcher.sh'))
  expect(read('AppRun')).toContain('if [ $HAVE_NO_SANDBOX -eq 0 ] && ! unshare -Ur true')
})

onLinux('the tar archive contains one folder readable by everyone', () => {
  const archive = readdirSync(path.join(folder, 'release')).find((name) =>
    name.endsWith('.tar.gz'),
  )!
  const { stdout } = spawnSync('tar', ['-tzf', path.join(folder, 'release', archive)], {
    encoding: 'utf8',
  })
  const names = stdout.trim().split('\n')
  expect(new Set(names.map((name) => name.split('/')[0])).size).toBe(1)
  expect(names.some((name) => name.endsWith('/resources/app.asar'))).toBe(true)
})
