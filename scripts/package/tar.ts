import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'

/** The fields of a tar header in use. */
interface Header {
  readonly name: string
}

interface Options {
  readonly sort: boolean
  readonly map: (header: Header) => Header
}

// It has no types.
const { pack } = createRequire(import.meta.url)('tar-fs') as {
  pack(folder: string, options: Options): NodeJS.ReadableStream
}

/** Packs a folder as a reproducible tar archive owned by root. */
export function tarOf(folder: string, under = '.'): Promise<Buffer> {
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: new Date(0) }
  const stream = pack(folder, {
    sort: true,
    map(header) {
      const name = header.name === '.' ? under : `${under}/${header.name}`
      return { ...header, ...owner, name }
    },
  })
  return buffer(stream)
}
