import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { isOverheard } from '../../../providers/http/policy.ts'
import type { Service } from './service-key.ts'

interface Sent {
  readonly address: string | undefined
  /** The secret for that address: null deletes the stored one, undefined keeps it. */
  readonly secret: string | null | undefined
}

interface Stored {
  readonly address: string
  readonly hasSecret: boolean
}

interface SentService {
  readonly base_url?: string | undefined
  readonly key?: string | null | undefined
}

interface Question {
  /** Account that the service is of; null for one of the server. */
  readonly account: number | null
  /** Name of the field with the address. */
  readonly field: string
  readonly sent: Sent
  readonly stored?: Stored | undefined
}

/**
 * Rejects an address to which a secret would go unencrypted over public networks. One that is stored already stays until it or its
 * secret changes.
 */
export function overheardFaults(
  context: Pick<Context, 'networkOf'>,
  { account, field, sent, stored }: Question,
): FieldFaults {
  const address = newAddressOf(sent, stored)
  if (address === undefined || !isOverheard(onBehalfOf(context, account), address)) return {}
  return { [field]: [fault('unencrypted')] }
}

/** The same for a service with an optional key. */
export function serviceFaults(
  context: Pick<Context, 'networkOf'>,
  account: number | null,
  { base_url: address, key: secret }: SentService,
  row: Service | undefined,
): FieldFaults {
  const stored = row && { address: row.base_url, hasSecret: row.sealed_key !== null }
  return overheardFaults(context, { account, field: 'base_url', sent: { address, secret }, stored })
}

/** The address of a secret if either of them changes. */
function newAddressOf({ address, secret }: Sent, stored: Stored | undefined): string | undefined {
  if (secret) return address ?? stored?.address
  const isMoved = secret === undefined && stored?.hasSecret && address !== stored.address
  return isMoved ? address : undefined
}
