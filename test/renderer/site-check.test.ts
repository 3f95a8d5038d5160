import { signal } from '@preact/signals'
import { expect, test } from 'vitest'
import { createSiteCheckModel } from '../../renderer/screens/embed/site-check-model.ts'
import { fakeServer, invalid } from './support.ts'

const PATH = 'POST /user/assistant/1/site-checks'
const RESULT = {
  url: 'https://www.example.com/',
  status: 200,
  is_installed: true,
  findings: [],
  colors: [],
  offset_y: null,
}

function model(origins: readonly string[] = []) {
  const server = fakeServer()
  return { server, ...createSiteCheckModel({ api: server.api, id: 1, origins: signal(origins) }) }
}

test('the first website is proposed, and an address needs no scheme', async () => {
  const { server, address, check, edit, result } = model(['https://www.example.com'])
  server.on(PATH, { data: RESULT })
  expect(address()).toBe('https://www.example.com')
  edit('example.com/shop')
  await check()
  expect(server.bodies(PATH)).toEqual([{ url: 'https://example.com/shop' }])
  expect(result.value).toEqual(RESULT)
})

test('what is no address is not sent, and a page that cannot be read keeps its address', async () => {
  const { server, address, check, edit, error, result } = model()
  edit('not an address')
  await check()
  expect(error.value).toContain('Enter a web address')
  edit('https://www.example.com/')
  expect(error.value).toBeUndefined()
  server.on(PATH, () => invalid({ url: ['The page could not be fetched.'] }))
  await check()
  expect([error.value, address(), result.value]).toEqual([
    'The page could not be fetched.',
    'https://www.example.com/',
    undefined,
  ])
})
