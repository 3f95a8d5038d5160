import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import path from 'node:path'

/** Moves a finished file into place atomically and durably, even across a power failure. */
export function replaceFile(partial: string, file: string): void {
  syncFile(partial)
  renameSync(partial, file)
  syncFolder(path.dirname(file))
}

/** Flushes a file to disk. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Flushes a folder's entries to disk. Not supported on Windows. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
