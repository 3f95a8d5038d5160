// One app per profile, as in Electron: the first instance holds a file with its process id; later ones leave
// a message and exit.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const KNOCK = 'standin-knock-'
const EVERY_MS = 50

/** Takes the profile, or notifies the instance that holds it. */
export function takeProfile(folder: string, onKnock: (argv: string[]) => void): boolean {
  mkdirSync(folder, { recursive: true })
  const lock = path.join(folder, 'standin-lock')
  if (isHeld(lock)) {
    // Written atomically, since the first instance reads the file as soon as it appears.
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
