import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Locator } from 'playwright'
import { PNG } from 'pngjs'

const BASELINES = path.resolve(import.meta.dirname, '../e2e/screens')
const isUpdating = process.env['PARLEY_UPDATE_SCREENS'] === '1'

/** Maximum difference of a pixel, and maximum number of differing pixels: a changed word exceeds both. */
const UNLIKE = 0.1
const FEW = 30

/** Pictures of a page that are compared with those in `test/e2e/screens`. */
export function screenBook() {
  const changed: string[] = []
  let folder: string | undefined

  /** Folder for reviewing what changed, outside the project. */
  function keep(name: string, png: PNG): void {
    folder ??= mkdtempSync(path.join(tmpdir(), 'parley-screens-'))
    writeFileSync(path.join(folder, `${name}.png`), encoded(png))
  }

  return {
    /** Takes a picture of an element in its current state. */
    async take(name: string, element: Locator): Promise<void> {
      const actual = PNG.sync.read(
        await element.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' }),
      )
      const file = path.join(BASELINES, `${name}.png`)
      if (isUpdating) {
        mkdirSync(BASELINES, { recursive: true })
        if (!existsSync(file) || difference(PNG.sync.read(readFileSync(file)), actual))
          writeFileSync(file, encoded(actual))
        return
      }
      if (!existsSync(file)) {
        changed.push(`${name}: there is no picture to compare with`)
        keep(`${name}.actual`, actual)
        return
      }
      const expected = PNG.sync.read(readFileSync(file))
      const found = difference(expected, actual)
      if (!found) return
      changed.push(`${name}: ${found.says}`)
      keep(`${name}.actual`, actual)
      keep(`${name}.expected`, expected)
      if (found.picture) keep(`${name}.difference`, found.picture)
    },

    /** A description of the pictures that differ, and where to look at them. */
    changes(): string[] {
      if (changed.length === 0) return []
      return [
        ...changed,
        `The pictures are in ${folder}. Are they as they should be? Then PARLEY_UPDATE_SCREENS=1 takes them over.`,
      ]
    },
  }
}

function difference(
  expected: PNG,
  actual: PNG,
): { readonly says: string; readonly picture?: PNG } | undefined {
  const { width, height } = expected
  if (width !== actual.width || height !== actual.height)
    return { says: `${width}×${height} has become ${actual.width}×${actual.height}` }
  const picture = new PNG({ width, height })
  const count = pixelmatch(expected.data, actual.data, picture.data, width, height, {
    threshold: UNLIKE,
  })
  if (count <= FEW) return undefined
  return { says: `${count} of ${width * height} pixels differ`, picture }
}

/** As small as possible: without the alpha channel, which a page does not have, and with 64 levels per colour. */
function encoded({ width, height, data }: PNG): Buffer {
  const png = new PNG({ width, height })
  for (const [index, value] of data.entries()) png.data[index] = Math.min(255, (value + 2) & ~3)
  return PNG.sync.write(png, {
    colorType: 2,
    deflateLevel: 9,
    deflateStrategy: 0,
    filterType: 0,
  })
}
