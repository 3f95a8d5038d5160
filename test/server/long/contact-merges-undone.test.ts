import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merge, split, storedContacts } from '../../support/merges.ts'
import { startServer } from '../../support/server.ts'
import { createVisitor, type TestVisitor } from '../../support/visitor.ts'

test('merges that are all split again leave everything exactly as it was, in whatever order the desk offers', async () => {
  const server = await startServer()
  const people = [
    await createVisitor(server),
    await createVisitor(server),
    await createVisitor(server),
    await createVisitor(server),
  ]
  const detail = fc.option(fc.constantFrom('x', 'y', 'z'))
  const choice = fc.constantFrom('kept', 'merged')
  const step = fc.record({
    kept: fc.nat(3),
    merged: fc.nat(3),
    choice: fc.record(
      { name: choice, phone: choice, notes: fc.constantFrom('kept', 'merged', 'both') },
      { requiredKeys: [] },
    ),
    splits: fc.boolean(),
    which: fc.nat(),
  })
  const { db } = server.context
  const details = fc.record({ name: detail, phone: detail, notes: detail })
  await fc.assert(
    fc.asyncProperty(
      fc.array(details, { minLength: 4, maxLength: 4 }),
      fc.array(step, { maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      async (known, steps, order) => {
        for (const [index, { name, phone, notes }] of known.entries())
          db.prepare('UPDATE visitors SET name = ?, phone = ?, notes = ? WHERE uuid = ?').run(
            name,
            phone,
            notes,
            people[index]!.id,
          )
        const before = storedContacts(server.context)
        const open: { id: number; kept: TestVisitor; merged: TestVisitor }[] = []
        const undo = async (at: number) => {
          // A contact that has been merged itself is split off first.
          const above = ({ kept }: (typeof open)[0]) => open.find(({ merged }) => merged === kept)
          let one = open[at % open.length]!
          for (let next = above(one); next; next = above(one)) one = next
          open.splice(open.indexOf(one), 1)
          await split(server, one.kept, one.id)
        }
        for (const { kept, merged, choice: fields, splits, which } of steps) {
          if (splits && open.length > 0) await undo(which)
          const pair = [people[kept]!, people[merged]!] as const
          const known = open.length
          await merge(server, ...pair, fields).then(
            ({ merge_id: id }) => {
              if (!open.some((one) => one.id === id))
                open.push({ id, kept: pair[0], merged: pair[1] })
            },
            ({ status }) => expect([409, 422]).toContain(status),
          )
          expect(storedContacts(server.context).merges).toHaveLength(Math.max(known, open.length))
        }
        for (const at of order) {
          if (open.length === 0) break
          await undo(at)
        }
        expect(storedContacts(server.context)).toEqual(before)
      },
    ),
    { numRuns: 20 },
  )
})
