import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AtEnd } from './mail-server.ts'

export const IMAP_USER = 'support@example.com'
export const IMAP_PASSWORD = 'a password of the mailbox'

/** A message in the mailbox. */
interface Kept {
  readonly uid: number
  readonly raw: Buffer
  readonly flags: Set<string>
}

interface Behaviour {
  password: string
  /** Called with each command; true drops the connection instead of answering it, `refused` answers with NO. */
  onCommand: (command: string) => boolean | 'refused'
}

/**
 * The part of an IMAP4rev1 server (RFC 3501, RFC 2177) that fetching email uses, on loopback: one mailbox, whose messages,
 * numbering and faults the test decides.
 */
export async function startImapServer(atEnd: AtEnd = onTestFinished) {
  const messages: Kept[] = []
  const behaviour: Behaviour = { password: IMAP_PASSWORD, onCommand: () => false }
  const commands: string[] = []
  const peers = new Set<Peer>()
  const state = { validity: 1, next: 1 }

  interface Peer {
    readonly socket: Socket
    /** Tag of the command that waits for messages. */
    idle?: string | undefined
  }

  const server = createServer((socket) => {
    const peer: Peer = { socket }
    peers.add(peer)
    socket.on('error', () => undefined)
    socket.once('close', () => peers.delete(peer))
    socket.write('* OK IMAP4rev1 stand-in ready\r\n')
    let rest = ''
    let signIn: string | undefined
    socket.on('data', (bytes: Buffer) => {
      rest += bytes.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (signIn !== undefined) {
          plain(peer, signIn, line)
          signIn = undefined
        } else if (/ AUTHENTICATE PLAIN$/i.test(line)) {
          signIn = line.split(' ')[0]!
          socket.write('+ \r\n')
        } else answer(peer, line)
      }
    })
  })

  function plain({ socket }: Peer, tag: string, response: string): void {
    const [, user, password] = Buffer.from(response, 'base64').toString().split('\0')
    const isRight = user === IMAP_USER && password === behaviour.password
    socket.write(
      isRight ? `${tag} OK signed in\r\n` : `${tag} NO [AUTHENTICATIONFAILED] Wrong password\r\n`,
    )
  }

  function answer(peer: Peer, line: string): void {
    const { socket } = peer
    if (/^DONE$/i.test(line)) {
      socket.write(`${peer.idle} OK idle over\r\n`)
      peer.idle = undefined
      return
    }
    const [tag = '*', ...words] = line.split(' ')
    const command = words.join(' ')
    commands.push(command)
    const fate = behaviour.onCommand(command)
    if (fate === true) return void socket.destroy()
    if (fate === 'refused') return void socket.write(`${tag} NO [UNAVAILABLE] Try again later\r\n`)
    const reply = replyTo(peer, tag, command)
    socket.write(Buffer.concat(reply.map((part) => Buffer.from(part))))
  }

  function replyTo(peer: Peer, tag: string, command: string): (string | Buffer)[] {
    const done = `${tag} OK done\r\n`
    const name = command.toUpperCase()
    if (name === 'CAPABILITY')
      return ['* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR-NOT IDLE\r\n', done]
    if (name.startsWith('LIST')) return ['* LIST (\\HasNoChildren) "/" INBOX\r\n', done]
    if (name === 'IDLE') {
      peer.idle = tag
      return ['+ idling\r\n']
    }
    return ofMailbox(tag, name) ?? [`${tag} BAD unknown command\r\n`]
  }

  function ofMailbox(tag: string, name: string): (string | Buffer)[] | undefined {
    const done = `${tag} OK done\r\n`
    if (/^(SELECT|EXAMINE) /.test(name))
      return [
        `* FLAGS (\\Seen)\r\n* ${messages.length} EXISTS\r\n* 0 RECENT\r\n`,
        `* OK [UIDVALIDITY ${state.validity}] ok\r\n* OK [UIDNEXT ${state.next}] ok\r\n`,
        `* OK [PERMANENTFLAGS (\\Seen)] ok\r\n${tag} OK [READ-WRITE] done\r\n`,
      ]
    if (name.startsWith('UID SEARCH')) return [search(name), done]
    if (name.startsWith('UID FETCH')) return [...fetch(name), done]
    if (name.startsWith('UID STORE')) {
      markRead(name)
      return [done]
    }
    return ['NOOP', 'LOGOUT'].includes(name) ? [done] : undefined
  }

  function markRead(name: string): void {
    const uid = Number(/^UID STORE (\d+) /.exec(name)?.[1])
    messages.find((message) => message.uid === uid)?.flags.add('\\Seen')
  }

  function search(name: string): string {
    const from = Number(/UID (\d+):\*/.exec(name)?.[1] ?? 1)
    const last = messages.at(-1)?.uid
    // "n:*" includes the last message whatever its number is.
    const found = messages.filter(({ uid }) => uid >= from || uid === last).map(({ uid }) => uid)
    return `* SEARCH${found.map((uid) => ` ${uid}`).join('')}\r\n`
  }

  function fetch(name: string): (string | Buffer)[] {
    const uid = Number(/^UID FETCH (\d+) /.exec(name)?.[1])
    const index = messages.findIndex((message) => message.uid === uid)
    const message = messages[index]
    if (!message) return []
    const most = Number(/<0\.(\d+)>/.exec(name)?.[1] ?? message.raw.length)
    const raw = message.raw.subarray(0, most)
    return [
      `* ${index + 1} FETCH (UID ${uid} RFC822.SIZE ${message.raw.length} BODY[]<0> {${raw.length}}\r\n`,
      raw,
      ')\r\n',
    ]
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const drop = () => {
    for (const { socket } of peers) socket.destroy()
  }
  atEnd(() => {
    drop()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return {
    port,
    /** Entry for the list of allowed private addresses. */
    address: `127.0.0.1:${port}`,
    messages,
    behaviour,
    commands,
    /** A message comes in; clients that wait are told. */
    deliver(raw: Buffer): void {
      messages.push({ uid: state.next, raw, flags: new Set() })
      state.next += 1
      for (const { socket, idle } of peers)
        if (idle !== undefined) socket.write(`* ${messages.length} EXISTS\r\n`)
    },
    /** Number of clients that wait for messages. */
    waiting: () => [...peers].filter(({ idle }) => idle !== undefined).length,
    /** Renumbers all messages. */
    renumber(): void {
      state.validity += 1
      const kept = messages.splice(0)
      state.next = 1
      for (const { raw, flags } of kept) {
        messages.push({ uid: state.next, raw, flags })
        state.next += 1
      }
    },
    drop,
    /** Settings of a mailbox that uses it. */
    mailbox: {
      host: '127.0.0.1',
      port,
      security: 'none',
      username: IMAP_USER,
      password: IMAP_PASSWORD,
    } as const,
  }
}
