import path from 'node:path'
import { useBuild } from './build/folders.ts'
import { desktopObstacle, thisMachine } from './electron-binary.ts'
import { handOver } from './hand-over.ts'

/* `npm run desktop`: starts the desktop app, or explains why it cannot open. */

const DOWNLOAD = `
npm does not bring Electron along. \`npx install-electron --no\` downloads it once, about 110 MB; behind a
proxy or a mirror, set ELECTRON_MIRROR.`

const root = path.join(import.meta.dirname, '..')
const machine = thisMachine()
const obstacle = desktopObstacle(machine)
if (machine.binary && !obstacle) {
  useBuild(root)
  handOver(machine.binary, [root, ...process.argv.slice(2)])
} else {
  console.error(obstacle)
  if (!machine.binary) console.error(DOWNLOAD)
  console.error('\nThe same screens work in a browser: npm run serve')
  process.exitCode = 1
}
