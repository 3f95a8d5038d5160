import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { pageOf } from './lab/page.ts'
import type { Results } from './lab/results.ts'

/*
 * `npm run lab`: runs the hostile-page lab on the built widget and writes `docs/WIDGET-LAB.md` with its pictures.
 * Failures are recorded like passes; the exit code reports them. With arguments for vitest, such as `-t Firefox` or
 * a file, it runs a part of the lab, and takes the other rows from the runs since the last whole one.
 */

const root = path.join(import.meta.dirname, '..')
const cache = path.join(root, 'node_modules/.cache/widget-lab')
const [file, earlier] = ['run.json', 'earlier.json'].map((name) => path.join(cache, name)) as [
  string,
  string,
]
const filters = process.argv.slice(2)
const files = filters.some((word) => word.startsWith('test/')) ? [] : ['test/e2e/widget-lab']
mkdirSync(cache, { recursive: true })

const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', ...files, '--reporter=default', '--reporter=json'],
    `--outputFile.json=${file}`,
    ...filters,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PARLEY_LAB_PICTURES: path.join(root, 'docs', 'widget-lab') },
  },
)
const read = (from: string) => JSON.parse(readFileSync(from, 'utf8'))
const before: Results[] = filters.length > 0 && existsSync(earlier) ? read(earlier) : []
const machine = `Node ${process.versions.node}, ${cpus().length} shared cores (${cpus()[0]!.model.trim()})`
const runs: Results[] = [...before, { ...read(file), machine }]
writeFileSync(earlier, JSON.stringify(runs))
writeFileSync(path.join(root, 'docs', 'WIDGET-LAB.md'), pageOf(runs))
process.exitCode = status ?? 1
