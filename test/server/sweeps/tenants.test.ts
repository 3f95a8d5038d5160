import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { isOfServer, POLICY } from '../../../server/http/policy.ts'
import { allProbes, idPlaces, placeName, probe } from '../../generated/probe.ts'
import { startWorld } from '../../generated/start-world.ts'
import { TENANT_MATRIX } from '../../generated/tenant-matrix.ts'
import { markOf } from '../../generated/world.ts'
import { everyNth } from '../../support/sample.ts'

/*
 * Isolation of accounts: every place in the contracts where a caller gives an id, probed with an own, a foreign and a
 * missing one.
 */

test('every place where a caller gives an id says what the id refers to', () => {
  const stated = Object.entries(TENANT_MATRIX).flatMap(([name, row]) =>
    Object.keys(row).map((place) => `${name} ${place}`),
  )
  const places = [...new Set(idPlaces().map(placeName))]
  expect(stated.sort(), 'rows of test/generated/tenant-matrix.ts').toEqual(places.sort())
})

test.each(everyNth(12, allProbes()))(
  '$title: a foreign id is as if it were missing',
  async ({ place, kind }) => {
    const world = await startWorld()
    const { foreign, missing, own, differs, victimChanged } = await probe(world, place, kind)
    expect(foreign).toBe(missing)
    expect(foreign).not.toMatch(/^5/)
    expect(own).toBe(place.endpoint.status)
    expect([differs, victimChanged]).toEqual([true, false])
  },
)

test('no answer shows what belongs to another account, whoever asked before', async () => {
  const world = await startWorld()
  const { owner, other, wire } = world
  const [mine, theirs] = [markOf(owner.userId), markOf(other.userId)]
  const shown: string[] = []
  for (const { name, endpoint } of allEndpoints) {
    const isRead = endpoint.method === 'get' && !endpoint.stream
    const isForBoth = POLICY.key.has(endpoint.capability) && !isOfServer(endpoint.capability)
    if (!isRead || endpoint.plane !== 'operator' || !isForBoth) continue
    const target = (things: typeof owner.things) =>
      `/api${endpoint.path.replace(/:(\w+)/g, (_, part: string) => {
        if (part === 'number') return '1'
        const kinds = [TENANT_MATRIX[name]?.[`params.${part}`] ?? 'assistant'].flat()
        return String(things[kinds[0] as keyof typeof things])
      })}?${new URLSearchParams(
        Object.entries((endpoint.examples?.query ?? {}) as object).map(([field, value]) => {
          const [kind] = [TENANT_MATRIX[name]?.[`query.${field}`] ?? []].flat()
          return [field, String(things[kind as keyof typeof things] ?? value)]
        }),
      )}`
    // Twice each, in turns: an answer that is kept for one must not be given to the other.
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, text } = await wire.send('GET', target(owner.things))
      const answer = await other.fetch(target(other.things))
      const their = await answer.text()
      expect([name, status, text.includes(theirs)], text).toEqual([name, 200, false])
      expect([name, answer.status, their.includes(mine)], their).toEqual([name, 200, false])
      if (text.includes(mine) && their.includes(theirs)) shown.push(name)
    }
  }
  expect(new Set(shown).size).toBeGreaterThan(15)
})
