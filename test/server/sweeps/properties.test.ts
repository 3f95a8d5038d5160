import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { noFigures, tryFaults, tryValidBodies, writingEndpoints } from '../../generated/run.ts'
import { objectShape, placesIn } from '../../generated/shape.ts'
import { startWorld } from '../../generated/start-world.ts'
import { WRITERS } from '../../generated/writers.ts'
import { everyNth, isWhole, sample } from '../../support/sample.ts'

/*
 * Bodies generated from the contracts. The seed is fixed, so that a failure here is reproducible everywhere;
 * `npm run torture -- api` runs many more with another seed each time.
 */

const SEED = 20_260_101

/**
 * Valid bodies for each endpoint; of bodies with a single fault, every one that can be derived from one valid
 * body, or every fifteenth in a sample.
 */
const VALID = sample(2, 30)

/**
 * Only bodies that describe a whole assistant have more faults than this. There are several such bodies, and
 * each tries a part of the faults.
 */
const MANY_FAULTS = 800
const PARTS = sample(15, 3)

test('every endpoint that takes a body declares how its writes are read back', () => {
  const names = allEndpoints.filter(({ endpoint }) => endpoint.body).map(({ name }) => name)
  expect(Object.keys(WRITERS).sort(), 'rows of test/generated/writers.ts').toEqual(names.sort())
})

test('in every body null may stand for an optional value, 0 and 1 for a flag, and every list has a maximum length', () => {
  const faults = writingEndpoints().flatMap(({ name, endpoint }) =>
    [...placesIn(objectShape(endpoint.body!))].flatMap(({ path, shape, required, nullable }) => [
      ...(endpoint.method === 'post' && !required && !nullable ? [`${name} ${path}: no null`] : []),
      ...(shape.kind === 'boolean' ? [`${name} ${path}: no Flag`] : []),
      ...(shape.kind === 'list' && shape.max === Number.POSITIVE_INFINITY
        ? [`${name} ${path}: endless`]
        : []),
    ]),
  )
  expect(faults).toEqual([])
})

/** A twelfth of the endpoints in the fast ring. */
const known = everyNth(
  12,
  writingEndpoints().filter(({ writer }) => writer !== undefined),
)

test.each(known)(
  '$name accepts every valid body and stores it unchanged',
  async (one) => {
    const world = await startWorld()
    const target = { world, ...one, figures: noFigures() }
    const runs = Math.ceil(VALID * (one.writer.share ?? 1))
    expect(await tryValidBodies(target, runs, SEED), `seed ${SEED}`).toBeUndefined()
    expect(target.figures).toMatchObject({ serverErrors: 0, notJson: 0 })
  },
  30_000,
)

test.each(known.map((one, index) => ({ ...one, part: index % PARTS })))(
  '$name rejects each fault and names its field',
  async ({ part, ...one }) => {
    const world = await startWorld()
    const target = { world, ...one, figures: noFigures() }
    const isTried = (index: number, of: number) =>
      (isWhole && of < MANY_FAULTS) || index % PARTS === part
    expect(await tryFaults(target, { seed: SEED, isTried }), `seed ${SEED}`).toEqual([])
    expect(target.figures).toMatchObject({ serverErrors: 0, notJson: 0 })
  },
  60_000,
)
