import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBackOff } from '../../electron/back-off.ts'
import { followServer } from '../../electron/server-child.ts'
import { createServerHost } from '../../electron/server-host.ts'
import type { FromServer, ToServer } from '../../electron/server-messages.ts'

const url = 'http://127.0.0.1:4317'

const PAGE = { url: 'https://www.example.com/' }

/** A server process controlled by the test. */
class FakeProcess extends EventEmitter {
  readonly heard: ToServer[] = []
  readonly port: string | undefined
  endsWhenTold = true
  isAlive = true
  readonly pid = 4_000_000

  constructor(port: string | undefined) {
    super()
    this.port = port
  }

  postMessage(message: ToServer): void {
    if (message.type === 'ping') {
      if (this.isAlive) this.say({ type: 'pong' })
      return
    }
    this.heard.push(message)
    if (message.type === 'stop' && this.endsWhenTold) this.end(0)
    if (message.type === 'door') {
      const { id, request } = message
      const { assistant } = request
      if (assistant === 'unknown') this.say({ type: 'refused', id, message: 'No such assistant' })
      else
        this.say({
          type: 'door',
          id,
          door: { port: 4444, origin: url, tag: assistant },
        })
    }
    if (message.type === 'link') {
      const secret = `secret-${message.id}`
      this.say({
        type: 'link',
        id: message.id,
        link: { url: `${url}/app/#signin=${secret}`, secret },
      })
    }
  }

  say(message: FromServer): void {
    queueMicrotask(() => this.emit('message', message))
  }

  end(code: number): void {
    queueMicrotask(() => this.emit('exit', code))
  }
}

type Script = (child: FakeProcess) => void

const serves: Script = (child) => child.say({ type: 'ready', url })
const crashes: Script = (child) => child.end(11)

function createHost(...scripts: Script[]) {
  const children: FakeProcess[] = []
  const states: string[] = []
  const host = createServerHost({
    launch(port) {
      const child = new FakeProcess(port)
      const script = scripts[Math.min(children.length, scripts.length - 1)]!
      children.push(child)
      script(child)
      return followServer(child)
    },
    backOff: createBackOff({
      now: () => performance.now(),
      first: 500,
      longest: 30_000,
      most: 5,
      within: 300_000,
    }),
    onState: (state, reason) => states.push(reason ? `${state}: ${reason}` : state),
  })
  return { host, children, states }
}

const CRASH = 'The Parley server ended by itself (exit code 11).'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a server that serves is running', async () => {
  const { host, states } = createHost(serves)
  await host.start()
  expect([host.state, host.url, states]).toEqual(['running', url, ['running']])
})

test('a first start that fails is reported in the server’s words', async () => {
  const message = 'Port 4317 is taken by another program.'
  const { host } = createHost((child) => child.say({ type: 'failed', code: 'port_taken', message }))
  await expect(host.start()).rejects.toThrow(message)
})

test('a first start that crashes is not retried', async () => {
  const { host, children } = createHost(crashes)
  await expect(host.start()).rejects.toThrow(CRASH)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(children).toHaveLength(1)
})

test('a crash restarts the server after half a second, on the same port', async () => {
  const { host, children, states } = createHost(serves)
  await host.start()
  children[0]!.end(11)
  await vi.advanceTimersByTimeAsync(499)
  expect([host.state, children.length]).toEqual(['restarting', 1])
  await vi.advanceTimersByTimeAsync(1)
  expect(children[1]?.port).toBe('4317')
  expect(states).toEqual(['running', `restarting: ${CRASH}`, 'running'])
})

test('a server that keeps crashing is given up after five attempts, and can be retried', async () => {
  const { host, children, states } = createHost(serves, ...Array(5).fill(crashes), serves)
  await host.start()
  children[0]!.end(11)
  await vi.advanceTimersByTimeAsync(15_500)
  expect(children).toHaveLength(6)
  expect(states.at(-1)).toBe(`stopped: ${CRASH}`)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(children).toHaveLength(6)

  void host.startAgain()
  await vi.advanceTimersByTimeAsync(500)
  expect(host.state).toBe('running')
})

test('a new sign-in link is requested each time', async () => {
  const { host } = createHost(serves)
  await host.start()
  expect(await host.signInLink()).toMatchObject({ secret: 'secret-1' })
  expect(await host.signInLink()).toMatchObject({ secret: 'secret-2' })
})

test('while no server runs there is no sign-in link', async () => {
  const { host, children } = createHost(serves, crashes)
  await host.start()
  children[0]!.end(11)
  await vi.advanceTimersByTimeAsync(100)
  await expect(host.signInLink()).rejects.toThrow('no sign-in link')
})

test('a door is opened and closed by the server process, if it is one of ours', async () => {
  const { host, children } = createHost(serves)
  await expect(host.openDoor({ ...PAGE, assistant: 'ada' })).rejects.toThrow('another process')
  host.closeDoor(4444)
  await host.start()
  expect(await host.openDoor({ ...PAGE, assistant: 'ada' })).toEqual({
    port: 4444,
    origin: url,
    tag: 'ada',
  })
  await expect(host.openDoor({ ...PAGE, assistant: 'unknown' })).rejects.toThrow(
    'No such assistant',
  )
  host.closeDoor(4444)
  expect(children[0]!.heard.at(-1)).toEqual({ type: 'close_door', port: 4444 })
})

test('a server that exits during a request does not leave it open', async () => {
  const { host, children } = createHost(serves)
  await host.start()
  children[0]!.postMessage = () => children[0]!.end(11)
  await expect(host.signInLink()).rejects.toThrow(CRASH)
})

test('a server that does not respond is not waited for', async () => {
  const { host, children } = createHost(serves)
  await host.start()
  children[0]!.postMessage = () => undefined
  const link = expect(host.signInLink()).rejects.toThrow('does not answer')
  await vi.advanceTimersByTimeAsync(5000)
  await link
})

test('a door that opens after nobody waits for it any more is closed', async () => {
  const { host, children } = createHost(serves)
  await host.start()
  const [child] = children
  const heard: ToServer[] = []
  child!.postMessage = (message) => void heard.push(message)
  const door = expect(host.openDoor({ ...PAGE, assistant: 'ada' })).rejects.toThrow('not answer')
  await vi.advanceTimersByTimeAsync(5000)
  await door
  const { id } = heard.find((message) => message.type === 'door')!
  child!.say({ type: 'door', id, door: { port: 4444, origin: url, tag: '' } })
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toContainEqual({ type: 'close_door', port: 4444 })
})

const runsAlready =
  (signInUrl: string | undefined): Script =>
  (child) =>
    child.say({ type: 'failed', code: 'already_running', message: 'running', url, signInUrl })

test('an already running server is used, with the link that it gave', async () => {
  const { host, children } = createHost(runsAlready(`${url}/app/#signin=first`))
  await host.start()
  expect([host.state, host.url]).toEqual(['running', url])
  expect(await host.signInLink()).toEqual({ url: `${url}/app/#signin=first`, secret: 'first' })
  expect(children).toHaveLength(1)
  expect(children[0]!.heard).toEqual([{ type: 'stop' }])
})

test('a second link to an already running server is obtained by asking it again', async () => {
  const { host, children } = createHost(
    runsAlready(`${url}/app/#signin=first`),
    runsAlready(`${url}/app/#signin=second`),
  )
  await host.start()
  await host.signInLink()
  expect(await host.signInLink()).toMatchObject({ secret: 'second' })
  expect(children).toHaveLength(2)
})

test('when the already running server has gone, asking for a link starts our own', async () => {
  const { host, children } = createHost(runsAlready(`${url}/app/#signin=first`), serves)
  await host.start()
  await host.signInLink()
  expect(await host.signInLink()).toMatchObject({ secret: 'secret-1' })
  await host.stop()
  expect(children[1]!.heard.at(-1)).toEqual({ type: 'stop' })
})

test('an already running server that gives no link leaves signing in to the operator', async () => {
  const { host } = createHost(runsAlready(undefined))
  await host.start()
  await expect(host.signInLink()).rejects.toThrow('no sign-in link')
})

test('a stop waits until the process has exited, and does not restart it', async () => {
  const { host, children, states } = createHost(serves)
  await host.start()
  await host.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(children[0]!.heard).toEqual([{ type: 'stop' }])
  expect([children.length, states]).toEqual([1, ['running']])
})

test('after an unnecessary stop the server serves again, once and on the same port', async () => {
  const { host, children, states } = createHost(serves)
  await host.start()
  await host.stop()
  void host.resume('Nothing was installed.')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(children.map(({ port }) => port)).toEqual([undefined, '4317'])
  expect(states).toEqual(['running', 'restarting: Nothing was installed.', 'running'])
})

test('a stop waits at most ten seconds, plus one for the exit', async () => {
  const { host, children } = createHost(serves)
  await host.start()
  children[0]!.endsWhenTold = false
  const done = vi.fn()
  void host.stop().then(done)
  await vi.advanceTimersByTimeAsync(10_999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveBeenCalledOnce()
})

test('a stop during a restart cancels the restart', async () => {
  const { host, children } = createHost(serves)
  await host.start()
  children[0]!.end(11)
  await vi.advanceTimersByTimeAsync(100)
  await host.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(children).toHaveLength(1)
})

test('a server that does not respond for twenty seconds is killed and restarted', async () => {
  const kill = vi.spyOn(process, 'kill')
  const { host, children, states } = createHost(serves)
  await host.start()
  kill.mockImplementation(() => {
    children[0]!.end(9)
    return true
  })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(kill).not.toHaveBeenCalled()
  children[0]!.isAlive = false
  await vi.advanceTimersByTimeAsync(24_000)
  expect(kill).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(kill.mock.calls).toEqual([[4_000_000, 'SIGKILL']])
  expect(children).toHaveLength(2)
  expect(states.at(-1)).toBe('running')
  expect(states).toContain('restarting: The Parley server did not answer any more and was ended.')
  kill.mockRestore()
})
