import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import path from 'node:path'

/** Puts a finished file in its place, whole or not at all: also when the power goes. */
export function putInPlace(partial: string, file: string): void {
  syncFile(partial)
  renameSync(partial, file)
  syncFolder(path.dirname(file))
}

/** Waits until what was written to a file is on the disk. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** The same for the names in a folder. Windows knows no such thing. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
