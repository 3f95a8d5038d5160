import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Coded } from './accepted-form.ts'

/** A file as it may be sent: as it is, or as the build has compressed it. */
export interface Variant extends Coded {
  readonly file: string
  /** Extension of the file as it is, with its dot. */
  readonly type: string
  readonly size: number
  /** Strong, and made from the bytes: packages give every file the same date, and two launchers have the same size. */
  readonly etag: string
}

const ENDINGS = [
  ['', undefined],
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const

/** Endings of the files that the build compresses. */
export const PACKED = ENDINGS.slice(1).map(([ending]) => ending)

/** Looks up what there is of a file, smallest first; nothing when the file itself is not there. */
export function createVariants() {
  const tags = new Map<string, { readonly mtimeMs: number; readonly etag: string }>()

  return (folder: string, name: string): readonly Variant[] => {
    const whole = path.join(folder, name)
    const forms = ENDINGS.flatMap(([ending, coding]) => describe(whole, ending, coding) ?? [])
    const isThere = forms.some(({ coding }) => coding === undefined)
    return isThere ? forms.sort((one, other) => one.size - other.size) : []
  }

  function describe(whole: string, ending: string, coding: Variant['coding']): Variant | undefined {
    const file = whole + ending
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat?.isFile()) return undefined
    return {
      file,
      coding,
      type: path.extname(whole),
      size: stat.size,
      // Only the form that is sent is read for it.
      get etag() {
        return tagOf(file, stat.mtimeMs)
      },
    }
  }

  /** Reads a file once, and again when a newer build is at its address. */
  function tagOf(file: string, mtimeMs: number): string {
    const known = tags.get(file)
    if (known?.mtimeMs === mtimeMs) return known.etag
    const etag = `"${hash('sha256', readFileSync(file), 'base64url')}"`
    tags.set(file, { mtimeMs, etag })
    return etag
  }
}
