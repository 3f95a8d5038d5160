import { expect, test } from 'vitest'
import { allProbes, idPlaces, placeName, probe } from '../generated/probe.ts'
import { TENANT_MATRIX } from '../generated/tenant-matrix.ts'
import { ALONE, createWorld } from '../generated/world.ts'
import { startServer } from '../support/server.ts'

/*
 * Who may refer to what: every place in the contracts where a caller gives an id, probed with an own, a foreign and a
 * missing one.
 */

test('every place where a caller gives an id says what the id refers to', () => {
  const stated = Object.entries(TENANT_MATRIX).flatMap(([name, row]) =>
    Object.keys(row).map((place) => `${name} ${place}`),
  )
  expect(stated.sort()).toEqual([...new Set(idPlaces().map(placeName))].sort())
})

test.each(allProbes())('$title: a foreign id is as if it were missing', async ({ place, kind }) => {
  const world = await createWorld(await startServer({ outside: ALONE }))
  const { foreign, missing, own, differs, victimChanged } = await probe(world, place, kind)
  world.wire.close()
  expect(foreign).toBe(missing)
  expect(foreign).not.toMatch(/^5/)
  expect(own).toBe(place.endpoint.status)
  expect([differs, victimChanged]).toEqual([true, false])
})
