import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Finding } from '../electron/check-report.ts'
import { runSelfCheck } from './desktop-check/self-check-run.ts'
import { builtStarter, packageStarter, programOf, readFuses } from './desktop-check/starters.ts'
import { desktopObstacle, thisMachine } from './electron-binary.ts'

/*
 * `npm run desktop:check`: runs the self-check of the built app in the real Electron, and lists what to check by hand.
 * `-- --package <program>` checks a package: the program of a folder or an installation, an `.app`, or an AppImage.
 */

const root = path.join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    package: { type: 'string' },
    output: { type: 'string', default: path.join(root, 'release', 'desktop-check') },
  },
})

const check = values.package ? checkPackage(programOf(values.package)) : checkBuilt()
const { findings, markdown } = await check
console.log(markdown)
console.log(`Written into ${values.output}`)
if (findings.some(({ verdict }) => verdict === 'failed')) process.exitCode = 1

async function checkPackage(program: string) {
  const others = [await readFuses(program)]
  return runSelfCheck({ start: packageStarter(program), output: values.output, others })
}

async function checkBuilt() {
  const machine = thisMachine()
  const obstacle = desktopObstacle(machine)
  if (!machine.binary || obstacle) {
    console.error(obstacle)
    process.exit(1)
  }
  const detail = 'A developer’s Electron has those it came with'
  const others: Finding[] = [{ probe: 'fuses', verdict: 'skipped', detail }]
  const start = builtStarter(machine.binary, root, path.join(values.output, 'window.png'))
  return runSelfCheck({ start, output: values.output, others })
}
