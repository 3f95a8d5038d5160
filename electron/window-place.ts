import type { BrowserWindow, Rectangle } from 'electron'
import { z } from 'zod'
import type { Kept } from './kept.ts'

export const Place = z.strictObject({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  isMaximized: z.boolean(),
})
/** Position of a window, and its size when it is not maximised. */
export type Place = z.output<typeof Place>

/** Part of the title bar that must be on a screen, so that it can be dragged, pixels. */
const MIN_VISIBLE = { width: 120, height: 32 }

/** Debounce of window moves before saving, ms. */
const SAVE_DEBOUNCE_MS = 400

/** The saved position of the window, unless its screen is gone. */
export function placeOn(
  screens: readonly Rectangle[],
  place: Place | undefined,
): Place | undefined {
  if (!place) return undefined
  const isThere = screens.some((screen) => {
    const across =
      Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x)
    const isTopThere =
      place.y >= screen.y && place.y + MIN_VISIBLE.height <= screen.y + screen.height
    return isTopThere && across >= Math.min(MIN_VISIBLE.width, place.width)
  })
  return isThere ? place : undefined
}

/** Saves a window's position after each move. */
export function keepPlace(window: BrowserWindow, kept: Kept<Place>): void {
  let timer: NodeJS.Timeout | undefined

  function write(): void {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isMinimized()) return
    kept.write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
  }
  function soon(): void {
    clearTimeout(timer)
    timer = setTimeout(write, SAVE_DEBOUNCE_MS)
  }

  window.on('resize', soon)
  window.on('move', soon)
  window.on('maximize', soon)
  window.on('unmaximize', soon)
  window.on('close', write)
}
