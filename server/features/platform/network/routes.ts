/*
 * GET    /user/network                   getNetwork
 * POST   /user/network/allowed           allowAddress
 * DELETE /user/network/allowed/:address  disallowAddress
 */

import { fault } from '#contracts/faults.ts'
import {
  allowAddress,
  disallowAddress,
  getNetwork,
  type NetworkSettings,
} from '#contracts/network.ts'
import { InvalidFields, notFound } from '../../../errors.ts'
import { may } from '../../../http/policy.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { addressOf, faultOfAddress, parseAddress } from '../../../providers/http/allowed.ts'
import { networkQueries } from './queries.ts'

/** Private addresses that this server may call: the owner's list beside the environment's. */
export const networkRoutes: Routes = ({ handle, db, write, now, config }) => {
  const network = networkQueries(db)

  handle(getNetwork, ({ principal }) => settingsFor(principal))

  handle(allowAddress, async ({ principal, body }) => {
    await write((tx) => network.insert(tx, privateAddress(body.address), now()))
    return settingsFor(principal)
  })

  handle(disallowAddress, async ({ principal, params }) => {
    if (!(await write((tx) => network.remove(tx, params.address))))
      throw notFound('address_not_found')
    return settingsFor(principal)
  })

  function settingsFor(operator: Operator): NetworkSettings {
    const { policy, allowPrivate } = config.network
    return {
      policy,
      allowed: [
        ...allowPrivate.map((address) => ({ address, source: 'environment' as const })),
        ...network
          .all()
          .filter((address) => !allowPrivate.includes(address))
          .map((address) => ({ address, source: 'operator' as const })),
      ],
      can_change: may(operator, 'server.network.change'),
    }
  }
}

/** @throws InvalidFields when it is none, or one that listing changes nothing about. */
function privateAddress(written: string): string {
  const address = parseAddress(written) ?? addressOf(written.trim())
  if (address === undefined) throw new InvalidFields({ address: [fault('not_host_and_port')] })
  const wrong = faultOfAddress(address)
  if (wrong) throw new InvalidFields({ address: [wrong] })
  return address
}
