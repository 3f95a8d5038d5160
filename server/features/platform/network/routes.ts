/*
 * GET    /user/network                   getNetwork
 * POST   /user/network/allowed           allowAddress
 * DELETE /user/network/allowed/:address  disallowAddress
 * POST   /user/network/blocked           blockAddress
 * DELETE /user/network/blocked/:address  unblockAddress
 */

import { isIP } from 'node:net'
import { fault } from '#contracts/faults.ts'
import { isOwnLoopback } from '#contracts/loopback.ts'
import {
  allowAddress,
  blockAddress,
  disallowAddress,
  getNetwork,
  type NetworkSettings,
  unblockAddress,
} from '#contracts/network.ts'
import { toIso } from '../../../db/time.ts'
import { InvalidFields, notFound } from '../../../errors.ts'
import { may } from '../../../http/policy.ts'
import type { Operator } from '../../../http/principal.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Routes } from '../../../http/routes.ts'
import { addressOf, faultOfAddress, parseAddress } from '../../../providers/http/allowed.ts'
import { addressCredential } from '../../../realtime/hub.ts'
import { dropNotice } from '../notices/raise.ts'
import { allowedAddresses } from './allowed.ts'
import { networkQueries } from './queries.ts'

/** Private addresses that this server may call (from the environment and the owner's list), and blocked client addresses. */
export const networkRoutes: Routes = (context) => {
  const { handle, db, write, now, config, hub } = context
  const network = networkQueries(db)

  handle(getNetwork, ({ principal }) => settingsFor(principal))

  handle(allowAddress, async ({ principal, body }) => {
    const account = accountOf(principal, body.user_id)
    await write((tx) => network.insert(tx, account, privateAddress(body.address), now()))
    return settingsFor(principal)
  })

  handle(disallowAddress, async ({ principal, params, query }) => {
    const account = query.user_id ?? principal.userId
    if (!(await write((tx) => network.remove(tx, account, params.address))))
      throw notFound('address_not_found')
    return settingsFor(principal)
  })

  handle(blockAddress, async ({ principal, body }) => {
    const address = visitorsAddress(body.address)
    await write((tx) => {
      network.block(tx, address, now())
      dropNotice(tx, context, {
        userId: principal.userId,
        kind: 'address_refused',
        subject: address,
      })
    })
    hub.dismiss(addressCredential(address))
    return settingsFor(principal)
  })

  handle(unblockAddress, async ({ principal, params }) => {
    if (!(await write((tx) => network.unblock(tx, params.address))))
      throw notFound('address_not_found')
    return settingsFor(principal)
  })

  /** @throws AppError `account_not_found` */
  function accountOf({ userId }: Operator, asked = userId): number {
    if (network.accountName(asked) === undefined) throw notFound('account_not_found')
    return asked
  }

  function settingsFor(operator: Operator): NetworkSettings {
    return {
      policy: config.network.policy,
      allowed: allowedAddresses(context),
      blocked: network.blocked().map((row) => ({ ...row, created_at: toIso(row.created_at) })),
      can_change: may(operator, 'server.network.change'),
    }
  }
}

/** @throws InvalidFields if it is not an address, or listing it has no effect. */
function privateAddress(written: string): string {
  const address = parseAddress(written) ?? addressOf(written.trim())
  if (address === undefined) throw new InvalidFields({ address: [fault('not_host_and_port')] })
  const wrong = faultOfAddress(address)
  if (wrong) throw new InvalidFields({ address: [wrong] })
  return address
}

/**
 * The key for rate limits of an address: `2001:db8:0:1::/64` for every IPv6 address in that network.
 * @throws InvalidFields if it is not an address, or belongs to this machine or its proxy
 */
function visitorsAddress(written: string): string {
  const address = written.trim().replace(/::\/64$/, '::')
  if (isIP(address) === 0) throw new InvalidFields({ address: [fault('not_an_address')] })
  if (isOwnLoopback(address))
    throw new InvalidFields({ address: [fault('address_of_this_machine')] })
  return addressKey(address)
}
