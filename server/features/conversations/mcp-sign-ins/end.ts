import type { Context } from '../../../context.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import type { McpNeeds } from '../../../providers/mcp/line.ts'
import { revokeToken } from '../../../providers/mcp/oauth/client.ts'
import { SignInError } from '../../../providers/mcp/oauth/failure.ts'
import { authorityOf, clientOf } from './authority.ts'
import type { SignIn } from './queries.ts'

type Needs = Pick<Context, 'sleep' | 'networkOf' | 'lookup' | 'port' | 'version'>

/** Revokes the tokens of an ended sign-in of an account, see `revokeOnBehalf`. */
export const revokeTokens = (context: Needs, userId: number, signIn: SignIn): Promise<boolean> =>
  revokeOnBehalf(onBehalfOf(context, userId), signIn)

/**
 * Revokes the tokens of an ended sign-in at their authorization server; false if there were none or that was not possible. The refresh token comes first, since the others
 * usually end with it.
 */
export async function revokeOnBehalf(onBehalf: McpNeeds, signIn: SignIn): Promise<boolean> {
  const { access, refresh } = signIn
  if (access === null && refresh === null) return false
  const client = clientOf(signIn)
  const authority = authorityOf(signIn)
  if (!client || !authority.metadata.revocation_endpoint) return false
  try {
    if (refresh !== null)
      await revokeToken(onBehalf, authority, client, { value: refresh, kind: 'refresh_token' })
    if (access !== null)
      await revokeToken(onBehalf, authority, client, { value: access, kind: 'access_token' })
    return true
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    return false
  }
}

/** Revokes the tokens of a sign-in that is forgotten already: nobody waits for that. */
export function revokeLater(
  context: Needs & Pick<Context, 'log'>,
  userId: number,
  signIn: SignIn,
): void {
  revokeTokens(context, userId, signIn).catch((error: unknown) =>
    context.log.error({ err: error }, 'the tokens of an MCP server could not be revoked'),
  )
}
