import { expect, test } from 'vitest'
import { createDoorKeeper } from '../../electron/server-door.ts'

/* The server process's side of the window for checked pages. */

/** A keeper whose doors open when the test lets them. */
function keeper() {
  const closed: number[] = []
  const openings: (() => void)[] = []
  let ports = 0
  const doors = createDoorKeeper(async ({ assistant }) => {
    await new Promise<void>((resolve) => openings.push(resolve))
    const port = ++ports
    return assistant === 'unknown' ? undefined : { port, close: () => void closed.push(port) }
  })
  const open = (assistant = 'ada') => doors.open({ assistant, url: 'https://www.example.com/' })
  return { doors, open, closed, openings }
}

test('another door closes the one before, even if its assistant is unknown', async () => {
  const { open, closed, openings } = keeper()
  const first = open()
  openings[0]!()
  expect((await first).port).toBe(1)
  const second = open('unknown')
  expect(closed).toEqual([1])
  openings[1]!()
  await expect(second).rejects.toThrow('There is no such assistant')
})

test('a door that opens after a later request is closed', async () => {
  const { open, closed, openings } = keeper()
  const [early, late] = [open(), open()]
  openings[1]!()
  expect((await late).port).toBe(1)
  openings[0]!()
  await expect(early).rejects.toThrow('Another page was requested')
  expect(closed).toEqual([2])
})

test('a late message about an earlier door leaves the present one open', async () => {
  const { doors, open, closed, openings } = keeper()
  const opening = open()
  openings[0]!()
  const { port } = await opening
  doors.close(port + 1)
  expect(closed).toEqual([])
  doors.close(port)
  doors.close(port)
  expect(closed).toEqual([port])
})
