import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addressOf } from '../support/package.ts'

/* Docker is not run: the image's content is assembled from the Dockerfile, and booted as in the image. */

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-image-'))
const text = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
const final = text.slice(text.lastIndexOf('\nFROM '))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const wordsOf = (instruction: RegExp): string[] => JSON.parse(instruction.exec(final)![1]!)

test('the image is built in stages, and runs as an unprivileged user', () => {
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  expect(bases).toHaveLength(2)
  expect(new Set(bases).size).toBe(1)
  expect(bases[0]).toMatch(/^node:24[.\d]*-bookworm-slim@sha256:[0-9a-f]{64}$/)
  expect(final).toMatch(/^USER node$/m)
  expect(final.indexOf('\nUSER node')).toBeLessThan(final.indexOf('\nCMD'))
  expect(final).toMatch(/^VOLUME \/data$/m)
  expect(final).toMatch(/^HEALTHCHECK /m)
  expect(final).not.toMatch(/ADD |curl|apt-get/)
})

// Images contain Linux.
test.skipIf(process.platform === 'win32')(
  'the image’s content boots, is healthy, and writes only to its data folder',
  async () => {
    const app = path.join(folder, 'app')
    for (const [, from, to] of final.matchAll(/^COPY --from=build \/src\/(\S+) \.\/(\S*)$/gm)) {
      const target = to!.endsWith('/') || to === '' ? path.join(to!, path.basename(from!)) : to!
      expect(existsSync(path.join(root, from!)), from).toBe(true)
      cpSync(path.join(root, from!), path.join(app, target), { recursive: true })
    }
    expect(existsSync(path.join(app, 'dist/server/main.js'))).toBe(true)
    const data = path.join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    spawnSync('chmod', ['-R', 'a-w', app])
    const before = listing(app)

    const set = /ENV ([\s\S]*?)\nEXPOSE/
      .exec(final)![1]!
      .replaceAll('\\\n', ' ')
      .trim()
      .split(/\s+/)
    const env = {
      PATH: process.env['PATH'],
      ...Object.fromEntries(set.map((pair) => pair.split('='))),
      PARLEY_HOST: '127.0.0.1',
      PARLEY_PORT: '0',
      PARLEY_DATA_DIR: data,
      PARLEY_PUBLIC_URL: 'https://chat.example.com',
    }
    const [, ...args] = wordsOf(/^CMD (\[.*\])$/m)
    const server = spawn(process.execPath, args, {
      cwd: app,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = once(server, 'exit')
    try {
      const url = await addressOf(server)
      const [, ...check] = wordsOf(/^HEALTHCHECK .* CMD (\[.*\])$/m)
      const health = (port: string) =>
        spawnSync(process.execPath, check, { env: { ...env, PARLEY_PORT: port } }).status
      expect(health(new URL(url).port)).toBe(0)
      expect(health('9')).toBe(1)
    } finally {
      server.kill()
    }
    expect(await ended).toEqual([0, null])
    expect(listing(app)).toBe(before)
    expect(existsSync(path.join(data, 'parley.db'))).toBe(true)
  },
)

const listing = (place: string) => spawnSync('ls', ['-lR', place], { encoding: 'utf8' }).stdout
