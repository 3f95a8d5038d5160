import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const MB = 1024 * 1024

/** Mounts a disk so small that it is soon full in place of a folder; false where nobody may. */
export function mountSmallDisk(folder: string, sizeMb: number): boolean {
  const size = `size=${sizeMb}m`
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Takes it away again, also while something is in use. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', ['-l', folder])
}

/** Fills a disk to the last byte. */
export function fillDisk(folder: string): void {
  for (const bytes of [MB, 64 * 1024, 4096, 1]) {
    for (let index = 0; ; index += 1) {
      try {
        writeFileSync(path.join(folder, `ballast-${bytes}-${index}`), Buffer.alloc(bytes, 1))
      } catch {
        break
      }
    }
  }
}

/** Takes away what it was filled with. */
export function emptyDisk(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith('ballast')) rmSync(path.join(folder, name))
}
