import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { channelOf, openRelease } from '../../electron/update-feed.ts'
import {
  feedSettings,
  notesOf,
  stageOf,
  writeFeed,
  writeStage,
} from '../../scripts/package/feed.ts'

const { privateKey: key } = generateKeyPairSync('ed25519')
const url = 'https://example.com/parley'
let folder: string
let pem: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-feed-'))
  pem = path.join(folder, 'key.pem')
  writeFileSync(pem, key.export({ format: 'pem', type: 'pkcs8' }))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, content = name) => writeFileSync(path.join(folder, name), content)
const read = (name: string) => readFileSync(path.join(folder, name))

function write(changes: Partial<Parameters<typeof writeFeed>[0]> = {}) {
  return writeFeed({
    folder,
    version: '1.2.3',
    platform: 'linux',
    arch: 'x64',
    notes: 'New.',
    date: new Date('2026-01-02T03:04:05Z'),
    key,
    stage: 25,
    ...changes,
  }).map((file) => path.basename(file))
}

const opened = (channel = 'latest-linux') =>
  openRelease(read(`${channel}.yml`), read(`${channel}.yml.sig`), createPublicKey(key), channel)

test('the app accepts what packaging signs: every package of this version with its checksum', () => {
  put('Parley-1.2.3-linux-x86_64.AppImage')
  put('Parley-1.2.3-linux-x64.tar.gz')
  put('parley_1.2.3_amd64.deb', 'deb')
  put('parley_1.2.2_amd64.deb')
  put('parley_11.2.3_amd64.deb')
  put('parley_1.2.3_arm64.deb')
  put('Parley-1.2.3-linux-x64.tar.gz.blockmap')
  put('Parley-1.2.3-win-x64.exe')
  expect(write()).toEqual(['latest-linux.yml', 'latest-linux.yml.sig'])
  const { files, ...rest } = opened()
  expect(rest).toEqual({
    channel: 'latest-linux',
    sequence: Date.parse('2026-01-02T03:04:05Z') / 1000,
    signedAt: '2026-01-02T03:04:05.000Z',
    version: '1.2.3',
    releaseDate: '2026-01-02T03:04:05.000Z',
    releaseNotes: 'New.',
    stagingPercentage: 25,
  })
  expect(files.map((file) => file.url)).toEqual([
    'Parley-1.2.3-linux-x64.tar.gz',
    'Parley-1.2.3-linux-x86_64.AppImage',
    'parley_1.2.3_amd64.deb',
  ])
  const sha512 = createHash('sha512').update('deb').digest('base64')
  expect(files.at(-1)).toEqual({ url: 'parley_1.2.3_amd64.deb', sha512, size: 3 })
})

test.each([
  ['win32', 'x64', 'latest', ['Parley-1.2.3-win-arm64.exe', 'Parley-1.2.3-win-x64.exe']],
  ['darwin', 'arm64', 'latest-mac', ['Parley-1.2.3-mac-arm64.dmg', 'Parley-1.2.3-mac-arm64.zip']],
  ['linux', 'arm64', 'latest-linux-arm64', ['parley_1.2.3_arm64.deb']],
] as const)('%s on %s has %s', (platform, arch, channel, names) => {
  for (const name of [...names, 'parley_1.2.3_amd64.deb']) put(name)
  write({ platform, arch })
  expect(channelOf(platform, arch)).toBe(channel)
  expect(opened(channel).files.map((file) => file.url)).toEqual(names)
})

test('a signature for one system is not accepted for another', () => {
  put('parley_1.2.3_amd64.deb')
  write()
  for (const end of ['', '.sig'])
    writeFileSync(path.join(folder, `latest.yml${end}`), read(`latest-linux.yml${end}`))
  expect(() => opened('latest')).toThrow('latest.yml was signed as latest-linux')
})

test('without a package nothing is signed', () => {
  expect(() => write()).toThrow('There is no package of Parley 1.2.3')
  expect(existsSync(path.join(folder, 'latest-linux.yml'))).toBe(false)
})

test('L19 later signatures have higher sequence numbers, whatever the clock says', () => {
  put('parley_1.2.3_amd64.deb')
  write()
  const first = opened().sequence
  write({ date: new Date('2020-01-02T03:04:05Z') })
  expect(opened().sequence).toBe(first + 1)
  put('latest-linux.yml.sig', 'nobody’s')
  write()
  expect(opened().sequence).toBe(first)
})

test('a rollout is re-signed without the packages, and only if our signature was there', () => {
  put('parley_1.2.3_amd64.deb')
  write()
  const before = opened()
  rmSync(path.join(folder, 'parley_1.2.3_amd64.deb'))
  const date = new Date('2026-02-02T03:04:05Z')
  expect(writeStage(folder, key, 100, date)).toMatchObject([{ version: '1.2.3' }])
  const signedAt = date.toISOString()
  const sequence = date.getTime() / 1000
  expect(opened()).toEqual({ ...before, stagingPercentage: 100, signedAt, sequence })
  writeStage(folder, key, 0, date)
  expect(opened()).toMatchObject({ stagingPercentage: 0, signedAt, sequence: sequence + 1 })
  put('latest-linux.yml', String(read('latest-linux.yml')).replace('1.2.3', '9.9.9'))
  expect(() => writeStage(folder, key, 100, date)).toThrow('not signed')
})

test('without settings there is no feed, and incomplete ones are rejected with the reason', () => {
  expect(feedSettings({})).toBeUndefined()
  const wishes = { PARLEY_UPDATE_URL: url, PARLEY_UPDATE_KEY: pem }
  expect(feedSettings(wishes)).toMatchObject({ url: `${url}/`, stage: 100 })
  expect(feedSettings({ ...wishes, PARLEY_UPDATE_STAGE: '5' })?.stage).toBe(5)
  expect(() => feedSettings({ PARLEY_UPDATE_URL: url })).toThrow('needs PARLEY_UPDATE_KEY')
  expect(() => feedSettings({ PARLEY_UPDATE_KEY: pem })).toThrow('needs PARLEY_UPDATE_URL')
  expect(() => feedSettings({ ...wishes, PARLEY_UPDATE_URL: 'http://example.com' })).toThrow(
    'https',
  )
  expect(() => feedSettings({ ...wishes, PARLEY_UPDATE_STAGE: '0' })).toThrow('from 1 to 100')
})

test.each(['0.5', '-1', '101', '1e1', '', ' 5', 'all'])(
  '%j is not a rollout percentage',
  (text) => {
    expect(() => stageOf(text, 0)).toThrow('whole number')
  },
)

test('a file without such a key is rejected, without revealing its contents', () => {
  const { privateKey: other } = generateKeyPairSync('x25519')
  for (const text of [
    'a secret of somebody',
    String(other.export({ format: 'pem', type: 'pkcs8' })),
    String(createPublicKey(key).export({ format: 'pem', type: 'spki' })),
  ]) {
    put('key.pem', text)
    const refused = () => feedSettings({ PARLEY_UPDATE_URL: url, PARLEY_UPDATE_KEY: pem })
    expect(refused).toThrow('openssl genpkey -algorithm ed25519')
    expect(refused).not.toThrow('secret')
  }
})

const CHANGELOG = `# Changelog

What users notice.

## Unreleased

- Not yet.

## 1.2.3 · 2026-01-02

### Added

- **One thing.** It goes *Settings › About* and on
  in a second line, as [docs/SMS.md](docs/SMS.md) says.
  2 * 3 * 4 stays.
- See [the site](https://example.com/a).

## [1.2.2]

- Old.
`

test('the release notes are the changelog’s section for this version, in the format the desk shows', () => {
  expect(notesOf(CHANGELOG, '1.2.3')).toBe(
    [
      '**Added**',
      '',
      '- **One thing.** It goes Settings › About and on in a second line, as docs/SMS.md says.',
      '  2 * 3 * 4 stays.',
      '- See [the site](https://example.com/a).',
    ].join('\n'),
  )
  expect(notesOf(CHANGELOG, '1.2.2')).toBe('- Old.')
  expect(notesOf(CHANGELOG, '2.0.0')).toBe('- Not yet.')
  expect(notesOf('', '2.0.0')).toBe('')
})
