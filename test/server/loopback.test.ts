import { isIP } from 'node:net'
import { expect, test } from 'vitest'
import {
  isLocalhost,
  isLocalNetwork,
  isLoopback,
  isOwnLoopback,
  loopbackHosts,
} from '#contracts/loopback.ts'
import { reachOf } from '../../server/providers/http/address.ts'

const [OWN, LOOPBACK, LOCAL, PUBLIC] = ['own', 'loopback', 'local', 'public'] as const

/** The classification of each host as `URL` spells it; `own` ones are loopback, too. */
const HOSTS = [
  ['localhost', OWN],
  ['LOCALHOST.', LOOPBACK],
  ['127.0.0.1', OWN],
  ['2130706433', OWN],
  ['0x7f.1', OWN],
  ['[::1]', OWN],
  ['shop.localhost', LOOPBACK],
  ['127.0.0.2', LOOPBACK],
  ['127.255.255.254', LOOPBACK],
  ['[::ffff:127.0.0.1]', LOOPBACK],
  ['[::ffff:7f00:2]', LOOPBACK],
  ['10.1.2.3', LOCAL],
  ['172.16.0.1', LOCAL],
  ['172.31.255.255', LOCAL],
  ['192.168.178.2', LOCAL],
  ['100.64.0.1', LOCAL],
  ['100.127.255.255', LOCAL],
  ['169.254.169.254', LOCAL],
  ['[fd12:3456::1]', LOCAL],
  ['[fe80::1]', LOCAL],
  ['nas.local', LOCAL],
  ['nas.home.arpa', LOCAL],
  ['nas.home', LOCAL],
  ['172.32.0.1', PUBLIC],
  ['100.128.0.1', PUBLIC],
  ['192.169.0.1', PUBLIC],
  ['11.0.0.1', PUBLIC],
  ['128.0.0.1', PUBLIC],
  ['[2001:4860:4860::8888]', PUBLIC],
  ['localhost.example.com', PUBLIC],
  // Anybody can register names under `.box`.
  ['nas.fritz.box', PUBLIC],
  ['notlocalhost', PUBLIC],
  ['127.0.0.1.example.com', PUBLIC],
  ['10.0.0.1.example.com', PUBLIC],
  ['local', PUBLIC],
  ['fd.example.com', PUBLIC],
] as const

const hostOf = (host: string) => new URL(`http://${host}`).hostname

test.each(HOSTS)('%s is %s', (typed, kind) => {
  const host = hostOf(typed)
  expect([isOwnLoopback(host), isLoopback(host), isLocalNetwork(host)]).toEqual([
    kind === OWN,
    kind === OWN || kind === LOOPBACK,
    kind === LOCAL,
  ])
})

test('addresses are classified the same way by the outgoing guard', () => {
  for (const [typed, kind] of HOSTS) {
    const address = hostOf(typed).replace(/^\[|\]$/g, '')
    if (isIP(address) !== 0)
      expect([typed, reachOf(address) === 'public']).toEqual([typed, kind === PUBLIC])
  }
})

test('only the name localhost and its subdomains are localhost', () => {
  expect(['localhost', 'a.b.localhost.', '127.0.0.1', 'xlocalhost'].map(isLocalhost)).toEqual([
    ...[true, true, false, false],
  ])
})

test('Parley answers under three names of the loopback address', () => {
  expect(loopbackHosts(4317)).toEqual(['127.0.0.1:4317', 'localhost:4317', '[::1]:4317'])
})
