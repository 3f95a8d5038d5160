import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'

/** The part of a tar header that is used. */
interface Header {
  readonly name: string
}

interface Options {
  readonly sort: boolean
  readonly map: (header: Header) => Header
}

// It has no types of its own.
const { pack } = createRequire(import.meta.url)('tar-fs') as {
  pack(folder: string, options: Options): NodeJS.ReadableStream
}

/** A folder as a tar archive that belongs to root and does not depend on when it was made. */
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
