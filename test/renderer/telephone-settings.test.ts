import { expect, test } from 'vitest'
import type { TelephoneSettings } from '#contracts/telephone.ts'
import {
  createTelephoneModel,
  type TelephoneTest,
} from '../../renderer/screens/settings/telephone-model.ts'
import { fakeServer, settle } from './support.ts'

const OFF: TelephoneSettings = {
  is_on: false,
  account: 'AC1',
  numbers: [],
  error: null,
  incoming_url: null,
}
const ON: TelephoneSettings = { ...OFF, is_on: true, numbers: ['+14155552671'] }
const FOUND: TelephoneTest = {
  ok: false,
  can_be_on: true,
  checks: [{ name: 'server', ok: false, message: 'No way in.' }],
  numbers: [],
}

test('calls are turned on and off, and a refusal is shown as a sentence', async () => {
  const server = fakeServer()
  server.on('GET /user/telephone', OFF)
  const model = createTelephoneModel(server.api)
  await settle()
  expect(model.settings.value).toEqual(OFF)
  server.on('PUT /user/telephone', () => Response.json({ message: 'No address.' }, { status: 409 }))
  await expect(model.turn(true)).rejects.toThrow('No address.')
  expect(model.settings.value).toEqual(OFF)
  server.on('PUT /user/telephone', ON)
  await model.turn(true)
  expect(model.settings.value).toEqual(ON)
})

test('a self-test’s result stays until the next one or another account', async () => {
  const server = fakeServer()
  server.on('GET /user/telephone', OFF)
  server.on('POST /user/telephone/test', FOUND)
  const model = createTelephoneModel(server.api)
  await settle()
  expect(await model.test()).toEqual(FOUND)
  expect([model.result.value, model.isTesting.value]).toEqual([FOUND, false])
  server.on('POST /user/telephone/test', () => Response.json({ message: 'No' }, { status: 409 }))
  expect(await model.test()).toBeUndefined()
  expect([model.result.value, model.failure.value]).toEqual([undefined, 'No'])
  server.on('POST /user/telephone/test', FOUND)
  await model.test()
  await model.load()
  expect(model.result.value).toBeUndefined()
})

test('a non-owner is shown nothing', async () => {
  const server = fakeServer()
  server.on('GET /user/telephone', () => Response.json({ message: 'Only' }, { status: 403 }))
  const model = createTelephoneModel(server.api)
  await settle()
  expect([model.isAllowed.value, model.error.value]).toEqual([false, undefined])
})
