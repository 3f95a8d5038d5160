import type { Figure, Part } from '../part.ts'
import { backupFigures } from './backups.ts'
import { failingDiskFigures } from './failing-disk.ts'
import { fullDiskFigures } from './full-disk.ts'
import { instanceFigures } from './instances.ts'
import { killFigures } from './kills.ts'
import { migrationFigures } from './migrations.ts'
import { powerCutFigures } from './power-cuts.ts'
import { restoreFigures } from './restores.ts'

/**
 * Storage (docs/spec/threats.md, group I). What stands for itself as a fast test is not done again: damaged files,
 * newer databases and links in `storage-faults.test.ts` and `storage.test.ts`, wrong files to restore in
 * `backups.test.ts`.
 */
export const storagePart: Part = async ({ seed, folder }) => {
  const figures: Figure[] = []
  for (const run of [
    () => killFigures(seed, folder, 50),
    () => powerCutFigures(seed, folder, 10_000),
    () => fullDiskFigures(folder, 50),
    () => failingDiskFigures(seed, folder, 200),
    () => instanceFigures(folder, 200),
    () => migrationFigures(folder),
    () => backupFigures(seed, folder, 20),
    () => restoreFigures(seed, folder, 50),
  ])
    figures.push(...(await run()))
  return figures
}
