import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const MB = 1024 * 1024

/** Mounts a small disk over a folder; false when mounting is not permitted. */
export function mountSmallDisk(folder: string, sizeMb: number): boolean {
  const size = `size=${sizeMb}m`
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Unmounts it, even while it is in use. */
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

/** Removes the filling. */
export function emptyDisk(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.startsWith('ballast')) rmSync(path.join(folder, name))
}
