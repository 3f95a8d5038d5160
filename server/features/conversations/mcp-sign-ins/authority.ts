import type { OAuthClient } from '../../../providers/mcp/oauth/client.ts'
import type { Authority } from '../../../providers/mcp/oauth/discover.ts'
import type { SignIn } from './queries.ts'

/** The authorization server of a sign-in. */
export const authorityOf = ({ authority }: Pick<SignIn, 'authority'>): Authority =>
  JSON.parse(authority)

/** The registration of a sign-in; undefined before there is one. */
export function clientOf({ client_id, client, client_auth }: SignIn): OAuthClient | undefined {
  return client_id === null ? undefined : { id: client_id, secret: client, auth: client_auth }
}

/** A sign-in without tokens; the registration stays. */
export const withoutTokens = (signIn: SignIn): SignIn => ({
  ...signIn,
  access: null,
  refresh: null,
  expires_at: null,
})
