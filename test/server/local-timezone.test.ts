import { afterEach, expect, test, vi } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { localTimezone } from '#contracts/local-timezone.ts'
import { timezoneHere } from '../../renderer/format/timezone.ts'
import { emptyDataFolder, startServer } from '../support/server.ts'

afterEach(() => void vi.restoreAllMocks())

/** A machine that says this of its time zone. */
function machineIn(timeZone: string | undefined): void {
  const options = Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...options,
    timeZone: timeZone as string,
  })
}

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/Unknown', 'UTC'],
  [undefined, 'UTC'],
])('on a machine whose time zone is %j, Parley starts in %s', async (name, zone) => {
  machineIn(name)
  const { call } = await startServer({ dataDir: emptyDataFolder() })
  const { data } = await call(listAssistants)
  expect(data[0]).toMatchObject({ timezone: zone })
  expect(timezoneHere()).toBe(zone)
  expect(localTimezone()).toBe(zone === 'UTC' ? undefined : zone)
})
