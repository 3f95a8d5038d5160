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

/** No process has this id: Linux stops at 2^22. */
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

test('dist points to the newest build and records its fingerprint', () => {
  expect(builtFrom(root)).toBeUndefined()
  build('one')
  const second = build('two')
  expect(path.resolve(root, readlinkSync(path.join(root, 'dist')))).toBe(second)
  expect(builtFrom(root)).toBe('two')
})

test('of the older builds, those in use by a process are kept, and the previous one', () => {
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

test('a build in progress is not removed by another', () => {
  const unfinished = newBuildFolder(root)
  markUsed(unfinished)
  build('one')
  build('two')
  expect(existsSync(unfinished)).toBe(true)
})

test('a folder in place of the link is replaced', () => {
  mkdirSync(path.join(root, 'dist', 'server'), { recursive: true })
  build('one')
  expect(builtFrom(root)).toBe('one')
})

test('the fingerprint depends on the names and contents of the sources, and nothing else', () => {
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
