// One app per profile, as in Electron: the first holds a file with its process id, later ones knock and leave.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const KNOCK = 'standin-knock-'
const EVERY_MS = 50

/** Takes the profile, or knocks at the instance that has it. */
export function takeProfile(folder: string, onKnock: (argv: string[]) => void): boolean {
  mkdirSync(folder, { recursive: true })
  const lock = path.join(folder, 'standin-lock')
  if (isHeld(lock)) {
    // In one step: the first reads it as soon as it sees it.
    const written = path.join(folder, `standin-written-${process.pid}`)
    writeFileSync(written, JSON.stringify(process.argv))
    renameSync(written, path.join(folder, KNOCK + process.pid))
    return false
  }
  writeFileSync(lock, String(process.pid))
  setInterval(() => {
    for (const name of readdirSync(folder).filter((name) => name.startsWith(KNOCK))) {
      const argv = JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
      rmSync(path.join(folder, name))
      onKnock(argv)
    }
  }, EVERY_MS).unref()
  return true
}

function isHeld(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}
