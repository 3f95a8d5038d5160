import { beforeEach, expect, test, vi } from 'vitest'
import { createSpelling } from '../../electron/spelling.ts'

const seen = vi.hoisted(() => ({ calls: [] as string[] }))
vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  const defaultSession = {
    setSpellCheckerDictionaryDownloadURL: (url: string) => void seen.calls.push(url),
    setSpellCheckerEnabled: (isOn: boolean) => void seen.calls.push(`on: ${isOn}`),
    getSpellCheckerLanguages: () => ['en-GB'],
    setSpellCheckerLanguages: (names: string[]) => void seen.calls.push(names.join() || 'none'),
  }
  return fakeElectron({ session: { defaultSession } })
})

const NOWHERE = 'https://dictionaries.invalid/'
const CHROMIUM = 'https://redirector.gvt1.com/edgedl/chrome/dict/'

const spellingOf = (choice?: { isOn: boolean }) =>
  createSpelling({ read: () => choice, write: (next) => Boolean((choice = next)) })

beforeEach(() => {
  seen.calls = []
})

test.skipIf(process.platform === 'darwin')(
  'no dictionary is fetched until spell checking is turned on, and then they are',
  () => {
    const spelling = spellingOf()
    spelling.open()
    expect(seen.calls).toEqual([NOWHERE, 'on: false'])
    spelling.set(true, undefined)
    expect(seen.calls.slice(2)).toEqual([CHROMIUM, 'on: true', 'none', 'en-GB'])
    expect(spelling.isOn()).toBe(true)
  },
)

test('once turned on, dictionaries come from Chromium’s own source', () => {
  spellingOf({ isOn: true }).open()
  expect(seen.calls).toEqual(['on: true'])
})
