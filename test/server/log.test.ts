import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { AppError } from '../../server/errors.ts'
import { createLog } from '../../server/log.ts'

function memoryLog() {
  let text = ''
  const sink = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  return { log: createLog('json', sink), text: () => text }
}

test('secrets do not reach the log, wherever they are', () => {
  const { log, text } = memoryLog()
  const canary = 'sk-canary-1234567890'
  log.info(
    { token: canary, apiKey: canary, headers: { authorization: canary, cookie: canary } },
    'plain',
  )
  log.error(
    {
      req: { headers: { authorization: `Bearer ${canary}` } },
      body: { secret: canary, key: canary },
    },
    'nested',
  )
  expect(text()).not.toContain(canary)
  expect(text().match(/\[redacted\]/g)).toHaveLength(7)
})

test('details that an error reveals to its caller do not reach the log', () => {
  const { log, text } = memoryLog()
  const details = { error: 'The number +14155552671 is not reachable.' }
  log.error({ err: new AppError('sms_not_sent', { details }) }, 'failed')
  expect(text()).toContain('Failed to send SMS')
  expect(text()).not.toContain('+14155552671')
})
