import type { Figure, Part } from '../part.ts'
import { backupFigures } from './backups.ts'
import { failingDiskFigures } from './failing-disk.ts'
import { fullDiskFigures } from './full-disk.ts'
import { instanceFigures } from './instances.ts'
import { killFigures } from './kills.ts'
import { migrationFigures } from './migrations.ts'
import { powerCutFigures } from './power-cuts.ts'
import { restoreFigures } from './restores.ts'
import { scrubKillFigures } from './scrub-kills.ts'

/**
 * Storage (docs/spec/threats.md, group I). Parts covered by a fast test are not repeated: damaged files,
 * newer databases and links in `storage-faults.test.ts` and `storage.test.ts`, wrong files to restore in
 * `backups.test.ts`.
 */
export const storagePart: Part = async ({ seed, folder }) => {
  const pieces: Readonly<Record<string, () => Promise<Figure[]>>> = {
    kills: () => killFigures(seed, folder, 50),
    'scrub kills': () => scrubKillFigures(seed, folder, 300),
    'power cuts': () => powerCutFigures(seed, folder, 10_000),
    'full disk': () => fullDiskFigures(folder, 50),
    EIO: () => failingDiskFigures(seed, folder, 200),
    instances: () => instanceFigures(folder, 200),
    migrations: () => migrationFigures(folder),
    backups: () => backupFigures(seed, folder, 20),
    restores: () => restoreFigures(seed, folder, 50),
  }
  const figures: Figure[] = []
  for (const [name, piece] of Object.entries(pieces)) {
    // One that throws does not lose the figures of the others.
    await piece().then(
      (own) => figures.push(...own),
      (error: Error) => figures.push({ name, value: error.stack ?? error.message, holds: false }),
    )
  }
  return figures
}
