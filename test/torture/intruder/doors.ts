import { allEndpoints } from '#contracts/all.ts'
import { callWith, type IdPlace, idPlaces, ownKinds, visible } from '../../generated/probe.ts'
import type { Kind, World } from '../../generated/world.ts'
import { type Caller, callersOf, mayDo } from '../../support/callers.ts'
import { inWorld } from '../own-server.ts'
import type { Campaign } from './part.ts'

/** Endpoints that end the session used for trying the rest. */
const LAST = ['closeSession', 'endOtherSessions', 'closeVisitorSession', 'eraseVisitor']

/**
 * Every principal calls every endpoint: with another account's ids and with nonexistent ids, which must be
 * indistinguishable, and, when they lack the capability, with their own ids, which must be refused.
 */
export async function tryDoors(): Promise<Campaign> {
  const found: Campaign[] = []
  const names = await inWorld(async ({ server }) =>
    (await callersOf(server)).map(({ name }) => name),
  )
  for (const name of names) {
    found.push(
      await inWorld(async (world) => {
        const caller = (await callersOf(world.server)).find((one) => one.name === name)!
        return tryAs(world, caller)
      }),
    )
  }
  return {
    attempts: found.reduce((sum, { attempts }) => sum + attempts, 0),
    successes: found.flatMap(({ successes }) => successes),
  }
}

async function tryAs(world: World, caller: Caller): Promise<Campaign> {
  const tried = [...(await tryIds(world, caller)), ...(await tryWithout(world, caller))]
  return { attempts: tried.length, successes: tried.filter((one) => one !== FAILED) }
}

/** A failed attempt; any other text is a success. */
const FAILED = ''

async function tryIds(world: World, caller: Caller): Promise<string[]> {
  const tried: string[] = []
  for (const place of idPlaces().filter(({ name }) => !LAST.includes(name)))
    for (const kind of ownKinds(place)) tried.push(...(await tryPlace(world, caller, place, kind)))
  return tried
}

/** Foreign and nonexistent ids must be indistinguishable, and own ones refused without the capability. */
async function tryPlace(
  world: World,
  caller: Caller,
  place: IdPlace,
  kind: Kind,
): Promise<string[]> {
  const victim = caller.ofOwner ? world.other : world.owner
  const ask = async (id: number | string) => {
    const answer = await callWith(world, place, id, caller.headers)
    return { ...answer, all: visible(answer, id) }
  }
  const tell = (isSuccess: boolean, what: string, status: number) =>
    isSuccess ? said(caller, place, what, status) : FAILED
  const foreign = await ask(victim.things[kind])
  const missing = await ask(world.missing[kind])
  const isTaken = missing.status < 300 && place.where === 'params'
  const tried = [
    tell(foreign.all !== missing.all, 'tells a foreign id from none', foreign.status),
    tell(isTaken, 'takes an id of nobody', missing.status),
  ]
  if (mayDo(caller, place.endpoint.capability)) return tried
  const { status } = await ask(world.owner.things[kind])
  return [...tried, tell(status < 300, 'lacks the capability', status)]
}

/** Endpoints for which a caller lacks the capability. */
async function tryWithout(world: World, caller: Caller): Promise<string[]> {
  const tried: string[] = []
  for (const { name, endpoint } of allEndpoints.filter((one) => !LAST.includes(one.name))) {
    if (endpoint.plane !== 'operator' || mayDo(caller, endpoint.capability)) continue
    const place: IdPlace = { name, endpoint, where: 'query', path: ['page'] }
    const { status } = await callWith(world, place, 1, caller.headers)
    tried.push(status < 300 ? said(caller, place, 'lacks the capability', status) : FAILED)
  }
  return tried
}

const said = (caller: Caller, { name, where, path }: IdPlace, what: string, status: number) =>
  `${caller.name}: ${name} ${where}.${path.join('.')} ${what} (${status})`
