import { isIPv6 } from 'node:net'
import type { NetworkPolicy } from '../../../server/config.ts'
import { webhookQueries } from '../../../server/features/webhooks/queries.ts'
import { reachOf } from '../../../server/providers/http/address.ts'
import { FORBIDDEN_HOSTS, openCanary, PRIVATE_HOSTS } from '../../support/inside.ts'
import { openReceiver, status } from '../../support/receiver.ts'
import { deliveryOf, send } from '../../support/webhooks.ts'
import { type Figure, mustBe } from '../part.ts'
import { hookAt, onThisMachine, openScene, runFor, type Scene, settle } from './scene.ts'

const TARGETS = [...FORBIDDEN_HOSTS, ...PRIVATE_HOSTS]

/** An unassigned public address: connecting to it leads nowhere. */
const NOWHERE = '2fff:ffff::1'

const MINUTE = 60_000

/** A host's list entry, in the spelling that `URL` produces. */
const listed = (host: string, port: number): string[] =>
  URL.canParse(`http://${host}`) ? [`${new URL(`http://${host}`).hostname}:${port}`] : []

/** The address of a host, for a name that resolves to it. */
function addressOf(host: string): string {
  const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$|\.$/g, '')
  return name === 'localhost' ? '127.0.0.1' : name.replace(/\]$/, '')
}

/**
 * The three modes. The lists contain everything that listing must not allow, and the neighbours of what it
 * would allow.
 */
const modes = (port: number): Readonly<Record<string, NetworkPolicy>> => ({
  server: { policy: 'server', allowPrivate: TARGETS.flatMap((host) => listed(host, port)) },
  desktop: { policy: 'desktop', allowPrivate: [] },
  'desktop with a list': {
    policy: 'desktop',
    allowPrivate: [
      ...FORBIDDEN_HOSTS.flatMap((host) => listed(host, port)),
      ...PRIVATE_HOSTS.flatMap((host) => listed(host, port === 65_535 ? 1 : port + 1)),
    ],
  },
})

/** Number of webhooks sent to targets in all modes, and of those that were blocked. */
interface Tally {
  tried: number
  blocked: number
}

/**
 * E1 to E3: a canary listens on every address of this machine while webhooks are sent to all addresses that
 * lead there.
 */
export async function insideFigures(): Promise<Figure[]> {
  const canary = await openCanary()
  const receiver = await openReceiver()
  try {
    const literal: Tally = { tried: 0, blocked: 0 }
    const named: Tally = { tried: 0, blocked: 0 }
    const flipped: Tally & { lookups: number } = { tried: 0, blocked: 0, lookups: 0 }
    for (const network of Object.values(modes(canary.port))) {
      await tryLiterals(network, canary.port, literal)
      await tryNames(network, canary.port, named)
      await tryFlips(network, canary.port, flipped)
    }
    const hits = canary.hits()
    const redirects = await tryRedirects(receiver, canary.port)
    const control = await tryAllowed(canary)
    const all = TARGETS.length * 3
    return [
      mustBe(
        `SSRF canary hits of ${TARGETS.length} targets × 3 modes, literal and by name`,
        hits,
        0,
      ),
      mustBe('blocked for good, of those spelled out', literal.blocked, all),
      mustBe('blocked for now, of names that lead there', named.blocked, all),
      mustBe(
        'blocked at the second attempt, of names that lead there only then; look-ups of an attempt',
        `${flipped.blocked}; ${flipped.lookups / flipped.tried}`,
        `${all}; 1`,
      ),
      ...redirects,
      mustBe('hits that the canary counts once its own address is allowed (a control)', control, 1),
    ]
  } finally {
    canary.close()
    await receiver.close()
  }
}

const stateOf = (scene: Scene, id: number) => {
  const { status: state, error } = deliveryOf(scene, id)
  return { state, isBlocked: error?.startsWith('Blocked: ') ?? false }
}

async function tryLiterals(network: NetworkPolicy, port: number, tally: Tally): Promise<void> {
  await using scene = await openScene({ network })
  const ids = await Promise.all(TARGETS.map((host) => send(scene, `http://${host}:${port}/hook`)))
  await settle(scene)
  for (const id of ids) {
    const { state, isBlocked } = stateOf(scene, id)
    tally.tried += 1
    if (state === 'blocked' && isBlocked) tally.blocked += 1
  }
}

/** Lists the names as well, under the same rule as their addresses. */
function withNames(network: NetworkPolicy, port: number): NetworkPolicy {
  if (network.allowPrivate.length === 0) return network
  const names = TARGETS.flatMap((host, index) =>
    network.policy === 'server' || FORBIDDEN_HOSTS.includes(host)
      ? [`host-${index}.test:${port}`]
      : [],
  )
  return { ...network, allowPrivate: [...network.allowPrivate, ...names] }
}

const resolved = (address: string) => [{ address, family: isIPv6(address) ? 6 : 4 }]

const numberOf = (name: string): number => Number(/^host-(\d+)\.test$/.exec(name)![1])

async function tryNames(network: NetworkPolicy, port: number, tally: Tally): Promise<void> {
  const lookup = async (name: string) => resolved(addressOf(TARGETS[numberOf(name)]!))
  await using scene = await openScene({ network: withNames(network, port), lookup })
  const ids = await Promise.all(TARGETS.map((_, index) => send(scene, hookAt(index, port))))
  await settle(scene)
  for (const id of ids) {
    const { state, isBlocked } = stateOf(scene, id)
    tally.tried += 1
    // A name may resolve differently tomorrow.
    if (state === 'pending' && isBlocked) tally.blocked += 1
  }
}

/** A name that is public when checked and resolves to a private address from then on. */
async function tryFlips(
  network: NetworkPolicy,
  port: number,
  tally: Tally & { lookups: number },
): Promise<void> {
  const asked = new Map<string, number>()
  const lookup = async (name: string) => {
    const times = asked.get(name) ?? 0
    asked.set(name, times + 1)
    return resolved(times === 0 ? NOWHERE : addressOf(TARGETS[numberOf(name)]!))
  }
  await using scene = await openScene({ network: withNames(network, port), lookup })
  const ids = await Promise.all(TARGETS.map((_, index) => send(scene, hookAt(index, port))))
  await settle(scene)
  for (const id of ids) if (!stateOf(scene, id).isBlocked) tally.tried += 1
  for (const times of asked.values()) tally.lookups += times
  // Hosts that did not respond are paused for a while.
  await runFor(scene, MINUTE)
  for (const id of ids) if (stateOf(scene, id).isBlocked) tally.blocked += 1
}

/** Every redirect, to every forbidden, private or even allowed address. */
async function tryRedirects(
  receiver: Awaited<ReturnType<typeof openReceiver>>,
  port: number,
): Promise<Figure[]> {
  const canary = await openCanary()
  const places = [
    `http://127.0.0.1:${canary.port}/latest/meta-data`,
    `https://127.0.0.1:${canary.port}/`,
    `http://169.254.169.254:${port}/latest/meta-data`,
    `//127.0.0.1:${canary.port}/`,
  ]
  const network = { allowPrivate: [receiver.host, `127.0.0.1:${canary.port}`] }
  await using scene = await openScene({ network })
  let [tried, refused] = [0, 0]
  for (const code of [301, 302, 303, 307, 308]) {
    for (const location of places) {
      receiver.answer(status(code, { location }))
      const id = await send(scene, hookAt('redirects', receiver.port))
      await settle(scene)
      tried += 1
      const { error, status: state } = webhookQueries(scene.context.db).find(id)!
      if (error === 'Redirect not followed' && state === 'pending') refused += 1
    }
  }
  canary.close()
  return [
    mustBe('redirects not followed, though the canary was allowed', refused, tried),
    mustBe('canary hits of those', canary.hits(), 0),
  ]
}

/** A canary that nobody could reach would prove nothing. */
async function tryAllowed(canary: { port: number; hits: () => number }): Promise<number> {
  const before = canary.hits()
  const network = { allowPrivate: [`127.0.0.1:${canary.port}`] }
  await using scene = await openScene({ network, lookup: onThisMachine })
  await send(scene, `http://127.0.0.1:${canary.port}/hook`)
  await settle(scene)
  if (reachOf('127.0.0.1') !== 'private') throw new Error('Loopback is private')
  return canary.hits() - before
}
