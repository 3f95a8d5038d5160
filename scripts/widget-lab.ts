import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pageOf } from './lab/page.ts'
import type { Results } from './lab/results.ts'

/*
 * `npm run lab`: runs the hostile-page lab on the built widget and writes `docs/WIDGET-LAB.md` with its pictures.
 * Failures are recorded like passes; the exit code reports them.
 */

const root = path.join(import.meta.dirname, '..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-lab-'))
const file = path.join(folder, 'results.json')
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', 'test/e2e/widget-lab', '--reporter=default', '--reporter=json'],
    `--outputFile.json=${file}`,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PARLEY_LAB_PICTURES: path.join(root, 'docs', 'widget-lab') },
  },
)
const results = JSON.parse(readFileSync(file, 'utf8')) as Results
rmSync(folder, { recursive: true, force: true })
writeFileSync(path.join(root, 'docs', 'WIDGET-LAB.md'), pageOf(results))
process.exitCode = status ?? 1
