import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { readyText } from '../../server/greeting.ts'
import type { RunningServer } from '../../server/start.ts'

const server = {
  url: 'http://127.0.0.1:4317',
  dataDir: '/var/lib/parley',
  firstKey: undefined,
  createSignInLink: async () => ({ url: 'http://127.0.0.1:4317/app/#signin=s', secret: 's' }),
} as RunningServer

const said = (env: NodeJS.ProcessEnv) => readyText(server, readConfig(env))

test('the startup message says that only this machine can reach Parley', async () => {
  const text = await said({})
  expect(text).toContain('Exposed    to this machine only\n')
  expect(text).not.toContain('X-Forwarded-For')
  expect(text).toContain('Calls out  public addresses, and private ones that are listed\n')
})

test('the startup message says when Parley is open to the network, with its name and the trusted proxy', async () => {
  const text = await said({
    PARLEY_HOST: '0.0.0.0',
    PARLEY_PUBLIC_URL: 'https://chat.example.com',
    PARLEY_TRUSTED_PROXIES: 'loopback',
    PARLEY_NETWORK: 'server',
  })
  expect(text).toContain('Exposed    to the network, on 0.0.0.0\n')
  expect(text).toContain('as https://chat.example.com: the widget for everybody')
  expect(text).toContain('X-Forwarded-For is believed of: loopback\n')
  expect(text).toContain('Calls out  public addresses only\n')
})

test('the machine-readable startup message stays one line of JSON', async () => {
  expect((await said({ PARLEY_LOG: 'json' })).trim().split('\n')).toHaveLength(1)
})
