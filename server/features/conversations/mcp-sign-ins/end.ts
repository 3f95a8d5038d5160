import type { Context } from '../../../context.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { revokeToken } from '../../../providers/mcp/oauth/client.ts'
import { SignInError } from '../../../providers/mcp/oauth/failure.ts'
import { authorityOf, clientOf } from './authority.ts'
import type { SignIn } from './queries.ts'

type Needs = Pick<Context, 'sleep' | 'networkOf' | 'lookup' | 'port' | 'version'>

/**
 * Revokes the tokens of an ended sign-in at their authorization server; false if that was not possible. The refresh token comes first, since the others
 * usually end with it.
 */
export async function revokeTokens(
  context: Needs,
  userId: number,
  signIn: SignIn,
): Promise<boolean> {
  const { access, refresh } = signIn
  const client = clientOf(signIn)
  const authority = authorityOf(signIn)
  if (!client || !authority.metadata.revocation_endpoint) return false
  const onBehalf = onBehalfOf(context, userId)
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
