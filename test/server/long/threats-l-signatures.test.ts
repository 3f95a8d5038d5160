import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { applyRestore } from '#contracts/restores.ts'
import { restoreFrom } from '../../../server/restore.ts'
import { download, putTogether, takenApart, tampered, upload } from '../../support/archives.ts'
import { onDisk } from '../../support/backups.ts'
import { temporaryFolder } from '../../support/server.ts'

/* L5 of the threats: an archive's origin. */

test('L5 a copy signed elsewhere, unsigned or modified is accepted only when someone says so', async () => {
  const [here, elsewhere] = [await onDisk(), await onDisk()]
  const own = await download(here)
  const unsigned = await takenApart(own)
  delete unsigned.manifest.signature
  const changed = await takenApart(own)
  changed.manifest.created_at += 1
  for (const [bytes, isForeign] of [
    [own, false],
    [await download(elsewhere), true],
    [await putTogether(unsigned), true],
    [await putTogether(changed), true],
    [await tampered(own, "UPDATE operators SET name = 'Somebody else'"), true],
  ] as const) {
    const { id, status, body } = await upload(here, bytes)
    expect([status, body.is_foreign]).toEqual([200, isForeign])
    const params = { id }
    if (isForeign)
      await expect(here.desk(applyRestore, { params, body: {} })).rejects.toMatchObject({
        status: 409,
        code: 'archive_from_elsewhere',
      })
    else await here.desk(applyRestore, { params, body: {} })
  }
  const file = path.join(temporaryFolder(), 'everything.tar.gz')
  writeFileSync(file, await download(elsewhere))
  await here.running.stop()
  await expect(restoreFrom(here.config, file)).rejects.toMatchObject({ code: 'foreign_backup' })
  await restoreFrom(here.config, file, { acceptForeign: true })
}, 120_000)
