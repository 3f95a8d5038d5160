import { spawn } from 'node:child_process'
import { app } from 'electron'
import { appImageOf, type Program, thisProgram } from './installed.ts'

/** Relaunches the app; the caller ends this process at once. */
export function restart(program: Program = thisProgram()): void {
  const image = appImageOf(program)
  if (!image) {
    app.relaunch()
    return
  }
  // Electron would start the program inside the image, whose mount disappears with this process.
  app.releaseSingleInstanceLock()
  spawn(image, process.argv.slice(1), { detached: true, stdio: 'ignore' }).unref()
}
