import path from 'node:path'
import { useBuild } from './build/folders.ts'
import { desktopObstacle, thisMachine } from './electron-binary.ts'
import { handOver } from './hand-over.ts'

/* `npm start`: the desktop app if it can open a window, otherwise the server alone. */

const root = path.join(import.meta.dirname, '..')

const machine = thisMachine()
const obstacle = desktopObstacle(machine)
if (machine.binary && !obstacle) {
  useBuild(root)
  handOver(machine.binary, [root, ...process.argv.slice(2)])
} else {
  console.error(`${obstacle} Parley runs without a window: open it in a browser.`)
  handOver(process.execPath, [
    path.join(import.meta.dirname, 'serve.mjs'),
    ...process.argv.slice(2),
  ])
}
