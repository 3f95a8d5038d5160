import path from 'node:path'
import { thisMachine, whyNoDesktop } from './electron-binary.ts'
import { handOver } from './hand-over.ts'

/* `npm start`: the desktop app where it can open a window, the server alone where it cannot. */

const root = path.join(import.meta.dirname, '..')
const rest = process.argv.slice(2)

const machine = thisMachine()
const obstacle = whyNoDesktop(machine)
if (machine.binary && !obstacle) {
  handOver(machine.binary, [root, ...rest])
} else {
  console.error(`${obstacle} Parley runs without a window: open it in a browser.`)
  handOver(process.execPath, [path.join(root, 'dist', 'server', 'main.js'), ...rest])
}
