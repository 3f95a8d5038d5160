import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { ZipEntry } from '../../../http/zip.ts'
import { BUILT_WIDGET } from '../../platform/widget-files/release.ts'

/** The files of the widget for a website, and its answer pack. */
export function* packageEntries(pack: ZipEntry): Generator<ZipEntry> {
  const built = path.join(BUILT_WIDGET, 'parley-widget.zip')
  const files = existsSync(built) ? unzipSync(readFileSync(built)) : {}
  // All of them are texts.
  for (const [name, bytes] of Object.entries(files)) yield { name, content: strFromU8(bytes) }
  yield pack
}
