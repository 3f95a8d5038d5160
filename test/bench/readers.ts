import { connect, type Socket } from 'node:net'

/** Event streams read by this process. */
export interface Readers {
  /** Time from now until every reader has received a text containing this mark, ms. */
  allHear(mark: string): Promise<number>
  /** Cuts the connections of this many, and opens as many new ones; resolves when all are served again. */
  comeBack(count: number): Promise<void>
  close(): void
}

interface Target {
  readonly url: string
  readonly path: string
  /** Headers of each reader. */
  readonly headers: (index: number) => Readonly<Record<string, string>>
}

/** Connections opened at the same time: fewer than the backlog of a listening socket. */
const AT_ONCE = 200

/** Opens streams, each from its own address: Linux accepts any in 127.0.0.0/8. */
export async function openReaders(target: Target, count: number): Promise<Readers> {
  const { hostname, port } = new URL(target.url)
  const sockets: Socket[] = []
  let hear: ((index: number, chunk: Buffer) => void) | undefined

  function open(index: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const localAddress = `127.1.${index >> 8}.${index & 255}`
      const socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true })
      sockets[index] = socket
      let head: string | undefined = ''
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        if (head === undefined) {
          hear?.(index, chunk)
          return
        }
        head += chunk.toString('latin1')
        if (!head.includes('retry:')) return
        if (!head.startsWith('HTTP/1.1 200')) reject(new Error(head.slice(0, 300)))
        head = undefined
        resolve()
      })
      const headers = Object.entries({ Host: new URL(target.url).host, ...target.headers(index) })
      const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      socket.write(`GET ${target.path} HTTP/1.1\r\n${lines}\r\n`)
    })
  }

  async function openAll(indices: readonly number[]): Promise<void> {
    for (let from = 0; from < indices.length; from += AT_ONCE)
      await Promise.all(indices.slice(from, from + AT_ONCE).map(open))
  }
  await openAll(Array.from({ length: count }, (_, index) => index))

  return {
    allHear(mark) {
      const missing = new Set(sockets.keys())
      const begun = performance.now()
      return new Promise((resolve) => {
        hear = (index, chunk) => {
          if (!missing.has(index) || !chunk.includes(mark)) return
          missing.delete(index)
          if (missing.size === 0) resolve(performance.now() - begun)
        }
      })
    },
    async comeBack(some) {
      const indices = Array.from({ length: some }, (_, index) => index)
      for (const index of indices) sockets[index]!.destroy()
      await Promise.all(indices.map(open))
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
