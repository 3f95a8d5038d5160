import { expect, test } from 'vitest'
import { startServer } from '../support/server.ts'

const ask = (url: string) => fetch(url, { redirect: 'manual' })

test('the root and /app lead to the app, which serves itself', async () => {
  const { url } = await startServer()
  for (const path of ['/', '/app']) {
    const response = await ask(url + path)
    expect([path, response.status, response.headers.get('location')]).toEqual([path, 302, '/app/'])
  }
  // Without a build the pages explain what to do; with one they are served. Neither loops.
  for (const path of ['/app/', '/app/inbox', '/app/assistants/1/try', '/demo', '/api/docs']) {
    expect([path, [200, 503]]).toEqual([
      path,
      expect.arrayContaining([(await ask(url + path)).status]),
    ])
  }
})

test.each([
  ['/widget/../package.json'],
  ['/widget/..%2f..%2fpackage.json'],
  ['/assets/..%2f..%2f..%2fpackage.json'],
  ['/voices/..%2freference'],
  ['/assets/%00'],
  ['/assets/'],
])('%s is not a served file', async (path) => {
  const { url } = await startServer()
  const response = await ask(url + path)
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  expect(response.headers.get('content-type')).toContain('application/json')
})
