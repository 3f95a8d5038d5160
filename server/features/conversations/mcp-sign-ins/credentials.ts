import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'
import type { OnBehalf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { type Credentials, fixedToken } from '../../../providers/mcp/credentials.ts'
import { renewTokens, type Tokens } from '../../../providers/mcp/oauth/client.ts'
import { SignInError } from '../../../providers/mcp/oauth/failure.ts'
import type { McpServerRow } from '../mcp-servers/queries.ts'
import { authorityOf, clientOf } from './authority.ts'
import { revokeOnBehalf } from './end.ts'
import { mcpSignInQueries, type SignIn } from './queries.ts'
import { EARLY_MS, expire, withTokens } from './state.ts'

type Needs = OnBehalf &
  Pick<Context, 'db' | 'write' | 'events' | 'now' | 'sleep' | 'lookup' | 'port' | 'version'>

type Server = Pick<McpServerRow, 'id' | 'user_id' | 'url' | 'token'>

/** Answers of an authorization server after which only another sign-in helps. */
const FINAL = ['invalid_grant', 'invalid_client', 'unauthorized_client']

/** Renewals in progress, by server: a refresh token can often be used only once. */
const renewals = new WeakMap<Db, Map<number, Promise<string | undefined>>>()

/** The credentials of a server: its sign-in, or the token that was entered. `onToken` sees every token before it is sent. */
export function credentialsOf(
  context: Needs,
  server: Server,
  onToken: (token: string) => void = () => undefined,
): Credentials {
  const current = () => signInOf(context, server)
  if (!current()) return withNotice(fixedToken(server.token || null), onToken)
  return withNotice(
    {
      async token() {
        const signIn = current()
        // Signed out meanwhile: the server says so.
        if (!signIn) return null
        if (!isDue(signIn, context.now())) return signIn.access
        try {
          return (await renewOnce(context, server, signIn.access)) ?? null
        } catch (error) {
          const isOver = signIn.expires_at! <= context.now().getTime()
          if (isOver || !(error instanceof OutgoingError)) throw error
          // It may succeed at the next request.
          return signIn.access
        }
      },
      renew: async (refused) =>
        refused === null ? undefined : await renewOnce(context, server, refused),
      giveUp: async (refused) => await end(context, server, refused),
    },
    onToken,
  )
}

function withNotice({ token, renew, giveUp }: Credentials, onToken: (token: string) => void) {
  const noticed = <value extends string | null | undefined>(value: value): value => {
    if (typeof value === 'string') onToken(value)
    return value
  }
  return {
    token: async () => noticed(await token()),
    renew: async (refused: string | null) => noticed(await renew(refused)),
    giveUp,
  }
}

/** The sign-in whose tokens may be sent to the server; undefined if there is none. */
function signInOf({ db }: Pick<Context, 'db'>, { id, user_id, url }: Server): SignIn | undefined {
  const signIn = mcpSignInQueries(db).find(user_id, id)
  return signIn?.state === 'signed_in' && signIn.server_url === url ? signIn : undefined
}

/** Without a refresh token, the server says when a sign-in has ended. */
const isDue = ({ refresh, expires_at }: SignIn, now: Date): boolean =>
  refresh !== null && expires_at !== null && expires_at - EARLY_MS <= now.getTime()

/** A token other than the refused one; one renewal per server at a time. */
function renewOnce(
  context: Needs,
  server: Server,
  refused: string | null,
): Promise<string | undefined> {
  const running = renewals.get(context.db) ?? new Map<number, Promise<string | undefined>>()
  renewals.set(context.db, running)
  const known = running.get(server.id)
  if (known) return known
  const renewal = renew(context, server, refused).finally(() => running.delete(server.id))
  running.set(server.id, renewal)
  return renewal
}

async function renew(
  context: Needs,
  server: Server,
  refused: string | null,
): Promise<string | undefined> {
  const signIn = signInOf(context, server)
  // Without their key, the stored tokens cannot be read, and stay.
  if (!signIn || signIn.access === null) return undefined
  // Somebody else was faster.
  if (signIn.access !== refused) return signIn.access
  const client = clientOf(signIn)
  if (signIn.refresh === null || !client) {
    await end(context, server, refused)
    return undefined
  }
  const tokens = await renewTokens(context, authorityOf(signIn), client, signIn.refresh).catch(
    async (error: unknown) => await givenUp(context, server, refused, error),
  )
  if (!tokens) return undefined
  const access = await context.write((tx) => store(tx, context, server, signIn, tokens))
  // Nobody knows of them any more.
  if (access !== tokens.access)
    await revokeOnBehalf(context, { ...signIn, access: tokens.access, refresh: tokens.refresh })
  return access
}

/** Undefined if only another sign-in helps; anything else may pass. */
async function givenUp(
  context: Needs,
  server: Server,
  refused: string | null,
  error: unknown,
): Promise<undefined> {
  if (!(error instanceof SignInError)) throw error
  if (!FINAL.includes(error.answered ?? '')) throw new OutgoingError('failed', error.fault)
  await end(context, server, refused)
}

/** Stores renewed tokens, unless the sign-in has ended or been replaced meanwhile. */
function store(
  tx: Parameters<Parameters<Context['write']>[0]>[0],
  context: Needs,
  server: Server,
  before: SignIn,
  tokens: Tokens,
): string | undefined {
  const current = signInOf(context, server)
  if (current?.refresh !== before.refresh) return current?.access ?? undefined
  const renewed = withTokens(current, tokens, context.now())
  mcpSignInQueries(context.db).put(tx, renewed)
  return tokens.access
}

async function end(context: Needs, server: Server, refused: string | null): Promise<void> {
  await context.write((tx) => {
    const signIn = signInOf(context, server)
    if (signIn?.access === refused && refused !== null) expire(tx, context, server, signIn)
  })
}

/** Reason for a refused request of a server that needs another sign-in; undefined if it has another one. */
export function signInReason(context: Pick<Context, 'db'>, { id, user_id }: Server) {
  const signIn = mcpSignInQueries(context.db).find(user_id, id)
  if (!signIn || signIn.state === 'signed_in') return undefined
  const { host } = authorityOf(signIn)
  return fault(signIn.state === 'expired' ? 'mcp_sign_in_again' : 'mcp_sign_in_needed', { host })
}
