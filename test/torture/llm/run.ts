import type { Figure } from '../part.ts'
import { injectionFigures } from './injections.ts'
import { loopFigures } from './loops.ts'
import { createScene } from './scene.ts'
import { truncationFigures } from './truncation.ts'

interface Options {
  readonly seed: number
  readonly streams: number
  readonly injections: number
  readonly loops: number
}

/** Bad models against a running Parley, one kind after another. */
export async function llmFigures(options: Options): Promise<Figure[]> {
  await using scene = await createScene()
  return [
    ...(await truncationFigures(scene, options)),
    ...(await injectionFigures(scene, options)),
    ...(await loopFigures(scene, options)),
  ]
}
