import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  builtFrom,
  markUsed,
  newBuildFolder,
  publishBuild,
  useBuild,
} from '../../scripts/build/folders.ts'
import { fingerprint } from '../../scripts/build/inputs.ts'

/** No process has this id: Linux ends at 2^22. */
const NOBODY = '999999999'

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'parley-builds-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
})

function build(from: string): string {
  const folder = newBuildFolder(root)
  mkdirSync(folder)
  publishBuild(folder, from)
  return folder
}

test('dist leads to the newest build, and says what it was made from', () => {
  expect(builtFrom(root)).toBeUndefined()
  build('one')
  const second = build('two')
  expect(path.resolve(root, readlinkSync(path.join(root, 'dist')))).toBe(second)
  expect(builtFrom(root)).toBe('two')
})

test('of older builds those stay that a process uses, and the one before', () => {
  const used = build('used')
  expect(useBuild(root)).toBe(used)
  const abandoned = build('abandoned')
  mkdirSync(path.join(abandoned, '.users'))
  writeFileSync(path.join(abandoned, '.users', NOBODY), '')
  const before = build('before')
  const newest = build('newest')
  expect([used, abandoned, before, newest].map((folder) => existsSync(folder))).toEqual([
    ...[true, false, true, true],
  ])
})

test('a build that is being made is not removed by another', () => {
  const unfinished = newBuildFolder(root)
  markUsed(unfinished)
  build('one')
  build('two')
  expect(existsSync(unfinished)).toBe(true)
})

test('a folder in the place of the link gives way', () => {
  mkdirSync(path.join(root, 'dist', 'server'), { recursive: true })
  build('one')
  expect(builtFrom(root)).toBe('one')
})

test('the fingerprint follows names and contents of what is built, and nothing else', () => {
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
    return fingerprint(root)
  }
  const first = put('server/db/open.ts', 'one')
  utimesSync(path.join(root, 'server/db/open.ts'), 0, 0)
  expect(fingerprint(root)).toBe(first)
  expect(put('docs/API.md', 'anything')).toBe(first)
  const seen = new Set([first])
  for (const [file, text] of [
    ['server/db/open.ts', 'two'],
    ['server/db/opened.ts', 'two'],
    ['renderer/index.html', ''],
    ['widget/chat.tsx', ''],
    ['electron/main.ts', ''],
    ['scripts/widget-package.ts', ''],
    ['vite.config.ts', ''],
    ['package-lock.json', '{}'],
    ['node_modules/.package-lock.json', '{}'],
  ] as const) {
    expect(seen).not.toContain(put(file, text))
    seen.add(fingerprint(root))
  }
})
