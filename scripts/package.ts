import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { electronBinary } from './electron-binary.ts'
import { makeDeb } from './package/deb.ts'
import { feedSettings, notesOf, publicHalf, writeFeed } from './package/feed.ts'
import { tarOf } from './package/tar.ts'
import { hasAppImageRuntime, type PackageName, plan } from './package/what.ts'

/*
 * `npm run package`: builds all packages that this machine can build into `release`, and reports the others with
 * reasons; with `--fetch`, electron-builder downloads missing parts. If the environment names a feed (docs/DESKTOP.md),
 * the packages check it for updates, and the feed's signed files are written.
 */

const root = path.join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    output: { type: 'string' },
    'electron-dist': { type: 'string' },
    fetch: { type: 'boolean' },
  },
})
const output = path.resolve(root, values.output ?? 'release')
const binary = electronBinary()
const electronDist =
  values['electron-dist'] ?? (process.platform === 'linux' && binary && path.dirname(binary))

const description = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
const unpacked = path.join(output, arch === 'x64' ? 'linux-unpacked' : 'linux-arm64-unpacked')

const feed = readFeedSettings()

const plans = plan({
  platform: process.platform,
  // On Windows and macOS, electron-builder finds or downloads its own.
  hasElectron: process.platform !== 'linux' || Boolean(electronDist) || Boolean(values.fetch),
  hasAppImageRuntime: Boolean(values.fetch) || hasAppImageRuntime(),
})
const wanted = plans.filter(({ obstacle }) => !obstacle).map(({ name }) => name)

const made = new Map<PackageName, string>()
if (process.platform === 'linux') await makeForLinux()
else if (wanted.length > 0) build(wanted)

for (const { name, system, obstacle } of plans) {
  const status = obstacle ? `not made: ${obstacle}` : (made.get(name) ?? `in ${output}`)
  console.log(`${`${system} ${name}`.padEnd(16)} ${status}`)
}
if (wanted.length === 0) process.exitCode = 1
else if (feed) sayFeed()
else console.log('updates          off: PARLEY_UPDATE_URL and PARLEY_UPDATE_KEY are not set')

/** Reads the update settings; reports missing ones as a sentence, before anything is built. */
function readFeedSettings() {
  try {
    return feedSettings(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

function sayFeed(): void {
  const { key, stage, url } = feed!
  const { version } = description
  const notes = notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version)
  const { platform } = process
  const written = writeFeed({
    ...{ folder: output, version, platform, arch, notes, key, stage },
    date: new Date(),
  })
  for (const file of written) console.log(`updates          ${file}`)
  console.log(`updates          for ${stage} of 100 machines, once it all is at ${url}`)
}

async function makeForLinux(): Promise<void> {
  if (!wanted.includes('dir')) return
  build(['dir'])
  made.set('dir', unpacked)
  const { version } = description

  const archive = path.join(output, `Parley-${version}-linux-${arch}.tar.gz`)
  writeFileSync(archive, gzipSync(await tarOf(unpacked, `Parley-${version}`)))
  made.set('tar.gz', archive)

  const debArch = arch === 'x64' ? 'amd64' : 'arm64'
  const deb = path.join(output, `parley_${version}_${debArch}.deb`)
  await makeDeb({
    version,
    arch: debArch,
    maintainer: description.author,
    homepage: description.homepage,
    synopsis: "The desk behind your website's chat bubble",
    app: unpacked,
    icons: path.join(root, 'electron/resources/icons'),
    licence: path.join(root, 'LICENSE'),
    output: deb,
  })
  made.set('deb', deb)

  if (wanted.includes('AppImage')) build(['AppImage'])
}

/** Builds some targets with electron-builder. */
function build(targets: readonly PackageName[]): void {
  const system = { linux: '--linux', win32: '--win', darwin: '--mac' }[process.platform as 'linux']
  const args = [
    path.join(root, 'node_modules/electron-builder/cli.js'),
    system,
    ...targets,
    `--${arch}`,
    '--publish',
    'never',
    `-c.directories.output=${output}`,
    ...(electronDist ? [`-c.electronDist=${electronDist}`] : []),
    // Written to the archive's package.json, where tampering does not go unnoticed.
    ...(feed
      ? [
          `-c.extraMetadata.updates.url=${feed.url}`,
          `-c.extraMetadata.updates.key=${publicHalf(feed.key)}`,
        ]
      : []),
  ]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`electron-builder ended with ${status}`)
}
