import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { channelOf, feedAddress, openRelease, type Release } from '../../electron/update-feed.ts'

/** Update feed of a package, and its signing key. */
export interface FeedSettings {
  readonly url: string
  readonly key: KeyObject
  /** Percentage of machines that get the version now. */
  readonly stage: number
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the update settings from the environment; undefined if it names no feed.
 * @throws with a sentence if they are incomplete or invalid
 */
export function feedSettings(env: Environment): FeedSettings | undefined {
  const { PARLEY_UPDATE_URL: url, PARLEY_UPDATE_KEY: file, PARLEY_UPDATE_STAGE: stage } = env
  if (!url && !file) return undefined
  if (!url) throw new Error('PARLEY_UPDATE_KEY needs PARLEY_UPDATE_URL, where the packages will be')
  if (!file)
    throw new Error(
      'PARLEY_UPDATE_URL needs PARLEY_UPDATE_KEY: updates without a signature do not exist',
    )
  return { url: feedAddress(url), key: signingKey(file), stage: stageOf(stage ?? '100', 1) }
}

/** @throws with a sentence if the file holds no private Ed25519 key */
export function signingKey(file: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(readFileSync(file))
  } catch {
    // The original reason could quote the file's contents.
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error(
      `PARLEY_UPDATE_KEY has to be a file with an Ed25519 private key (PEM): openssl genpkey -algorithm ed25519 -out ${path.basename(file)}`,
    )
  return key
}

/** @throws with a sentence unless it is an integer from `least` to 100 */
export function stageOf(text: string, least: number): number {
  const stage = Number(text)
  if (!/^\d{1,3}$/.test(text) || stage < least || stage > 100)
    throw new Error(`The stage has to be a whole number from ${least} to 100, not ${text}`)
  return stage
}

/** The public key in the app's format. */
export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64url')
}

/**
 * The changelog section of a version, or the unreleased one without it, in the Markdown subset that the desk shows: one
 * line per item, no links into the source.
 */
export function notesOf(changelog: string, version: string): string {
  const parts = changelog.split(/^## /m).slice(1)
  const titled = (title: string) =>
    parts.find((part) => part.split('\n', 1)[0]!.replace(/[[\]]/g, '').split(/\s/)[0] === title)
  const part = titled(version) ?? titled('Unreleased') ?? ''
  return part
    .slice(part.indexOf('\n') + 1)
    .trim()
    .replace(/\n[ \t]+(?![-*•\d\s])/g, ' ')
    .replace(/\[([^\]\n]+)\]\((?!https?:)[^)\n]*\)/g, '$1')
    .replace(/^#+ +(.+)$/gm, '**$1**')
    .replace(/(?<![*\w])\*(?=[^*\s])([^*\n]+?)\*(?!\*)/g, '$1')
}

export interface FeedSources {
  /** Folder of the packages, and output folder of the feed's files. */
  readonly folder: string
  readonly version: string
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly notes: string
  readonly date: Date
  readonly key: KeyObject
  readonly stage: number
}

const EXTENSIONS = {
  linux: ['.AppImage', '.deb', '.tar.gz'],
  win32: ['.exe'],
  darwin: ['.zip', '.dmg'],
} as const

/** Describes a version's packages and signs that; returns the names of the written files. */
export function writeFeed(sources: FeedSources): string[] {
  const { folder, version, platform, arch, notes, date, key, stage } = sources
  const channel = channelOf(platform, arch)
  const files = packagesIn(sources).map((url) => {
    const content = readFileSync(path.join(folder, url))
    const sha512 = createHash('sha512').update(content).digest('base64')
    return { url, sha512, size: content.length }
  })
  if (files.length === 0) throw new Error(`There is no package of Parley ${version} in ${folder}`)
  return writeSigned(folder, key, {
    channel,
    ...signedOn(date, numberIn(folder, key, channel)),
    version,
    files,
    releaseDate: date.toISOString(),
    releaseNotes: notes,
    stagingPercentage: stage,
  })
}

/** Names of the packages; on Linux only for this machine's architecture, elsewhere one file covers both. */
function packagesIn({ folder, version, platform, arch }: FeedSources): string[] {
  const endings: readonly string[] = EXTENSIONS[platform as 'linux']
  const other = arch === 'x64' ? /arm64|aarch64/ : /x64|amd64|x86_64/
  return readdirSync(folder)
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .filter(
      (name) => /^parley[-_]/i.test(name) && new RegExp(`[-_]${escaped(version)}[-_]`).test(name),
    )
    .filter((name) => platform !== 'linux' || !other.test(name))
    .sort()
}

const escaped = (text: string) => text.replaceAll('.', '\\.')

/** Signs an existing feed again with another rollout percentage; returns the written files and their version. */
export function writeStage(
  folder: string,
  key: KeyObject,
  stage: number,
  date: Date,
): { version: string; file: string }[] {
  const described = (existsSync(folder) ? readdirSync(folder) : []).filter((name) =>
    /^latest(?:-\w+)*\.yml$/.test(name),
  )
  if (described.length === 0) throw new Error(`There is no feed in ${folder}`)
  return described.map((name) => {
    const [text, signature] = ['', '.sig'].map((end) => readFileSync(path.join(folder, name + end)))
    const channel = path.parse(name).name
    // Never signs what somebody else wrote.
    const release = openRelease(text!, signature!, createPublicKey(key), channel)
    const signed = signedOn(date, release.sequence)
    writeSigned(folder, key, { ...release, ...signed, stagingPercentage: stage })
    return { version: release.version, file: path.join(folder, name) }
  })
}

/**
 * Date and sequence of a signature. The sequence exceeds the previous one and is based on seconds since 1970, so that
 * it grows even without the old feed.
 */
function signedOn(date: Date, before: number): Pick<Release, 'sequence' | 'signedAt'> {
  const sequence = Math.max(before + 1, Math.floor(date.getTime() / 1000))
  return { sequence, signedAt: date.toISOString() }
}

/** Sequence of the folder's feed, if signed by us; otherwise 0. */
function numberIn(folder: string, key: KeyObject, channel: string): number {
  try {
    const [text, signature] = ['', '.sig'].map((end) =>
      readFileSync(path.join(folder, `${channel}.yml${end}`)),
    )
    return openRelease(text!, signature!, createPublicKey(key), channel).sequence
  } catch {
    return 0
  }
}

/** Writes and signs a release; JSON is YAML, and unambiguous. */
function writeSigned(folder: string, key: KeyObject, release: Release): string[] {
  const text = Buffer.from(`${JSON.stringify(release, null, 2)}\n`)
  const signature = sign(null, text, key)
  const name = path.join(folder, `${release.channel}.yml`)
  const signed = Buffer.from(`${signature.toString('base64')}\n`)
  // Verifies it as the app will.
  openRelease(text, signed, createPublicKey(key), release.channel)
  put(`${name}.sig`, signed)
  put(name, text)
  return [name, `${name}.sig`]
}

function put(file: string, content: Buffer): void {
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}
