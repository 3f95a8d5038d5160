import { createHash } from 'node:crypto'
import {
  constants,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import { fill } from '../../scripts/seed/fill.ts'
import { readConfig } from '../../server/config.ts'
import { startServer } from '../../server/start.ts'

const root = path.resolve(import.meta.dirname, '../..')
const cache = path.join(root, 'node_modules/.cache/parley-bench')

/** Files that decide the contents of a seeded folder, apart from its size. */
const SOURCES = ['server/db/migrations/*.sql', 'scripts/seed/*.ts']
const SEED = 1
const UNTIL = Date.parse('2026-11-01T00:00:00Z')

/**
 * Copies a data folder with `size` conversations and as many calls to `to`. The original stays in the cache until its
 * rows would be different.
 * @param env the server's environment for a data folder
 */
export async function seededFolder(
  env: (dataDir: string) => NodeJS.ProcessEnv,
  size: number,
  to: string,
): Promise<string> {
  const name = `${size}-rows-seed-${SEED}-`
  const original = path.join(cache, `${name}${version()}`)
  mkdirSync(cache, { recursive: true })
  if (!readdirSync(cache).includes(path.basename(original))) {
    // Those of older versions, and of runs that were interrupted.
    for (const old of readdirSync(cache))
      if (old.startsWith(name)) rmSync(path.join(cache, old), { recursive: true })
    const unfinished = `${original}.unfinished`
    await seed(env(unfinished), size)
    renameSync(unfinished, original)
  }
  cpSync(original, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return to
}

function version(): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: root }).sort())
    hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

async function seed(env: NodeJS.ProcessEnv, size: number): Promise<void> {
  const begun = performance.now()
  {
    await using server = await startServer(readConfig({ ...env, PARLEY_LOG: 'silent' }))
    const amounts = { conversations: size, calls: size, sms: 0 }
    await fill(server.context, { amounts, seed: SEED, until: UNTIL })
  }
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(`seeded ${size} conversations and as many calls in ${seconds} s`)
}
