import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createKept } from '../../electron/kept.ts'
import { mayRelaunch, Relaunches } from '../../electron/relaunch.ts'
import { Place, placeOn } from '../../electron/window-place.ts'

const left = { x: 0, y: 25, width: 1920, height: 1055 }
const right = { x: 1920, y: 0, width: 1280, height: 1024 }
const place = (x: number, y: number): Place => ({
  x,
  y,
  width: 1000,
  height: 700,
  isMaximized: false,
})

test('a window comes back where it was', () => {
  for (const there of [place(100, 100), place(1900, 30), place(2500, 900), place(-800, 25)])
    expect(placeOn([left, right], there)).toBe(there)
})

test('if its screen is gone, or its title bar out of reach, it opens at the default position', () => {
  expect(placeOn([left], place(2500, 100))).toBeUndefined()
  expect(placeOn([left], place(-950, 100))).toBeUndefined()
  expect(placeOn([left], place(100, -300))).toBeUndefined()
  expect(placeOn([left], place(100, 1070))).toBeUndefined()
  expect(placeOn([left], undefined)).toBeUndefined()
  expect(placeOn([], place(0, 0))).toBeUndefined()
})

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'parley-place-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('stored state is restored, and a corrupt file counts as none', () => {
  const file = path.join(folder(), 'deep', 'window.json')
  const kept = createKept(() => file, Place)
  expect(kept.read()).toBeUndefined()
  kept.write(place(1, 2))
  expect(kept.read()).toEqual(place(1, 2))
  for (const broken of ['', '{', '{"x":"1"}', JSON.stringify({ ...place(1, 2), width: -1 })]) {
    writeFileSync(file, broken)
    expect(kept.read()).toBeUndefined()
  }
})

test('the app relaunches itself at most three times in five minutes, across all starts', () => {
  const kept = createKept(() => file, Relaunches)
  const file = path.join(folder(), 'relaunches.json')
  const minute = 60_000
  expect([0, 1, 2, 3].map((at) => mayRelaunch(kept, at * minute))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(mayRelaunch(kept, 5 * minute)).toBe(true)
  expect(mayRelaunch(kept, 5 * minute + 1)).toBe(false)
})
