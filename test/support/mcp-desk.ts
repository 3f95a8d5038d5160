import { createClient } from '#contracts/client.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import { listMcpServers } from '#contracts/mcp-servers.ts'
import { startMcpSignIn } from '#contracts/mcp-sign-ins.ts'
import { openSession } from '#contracts/sessions.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import type { TestServer } from './server.ts'

/** An operator's browser: its session, and the cookies that it keeps. */
export async function browserAt(server: TestServer, link?: string) {
  const cookies = new Map<string, string>()
  const { url } = server
  const keep = (response: Response) => {
    for (const set of response.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0]!.split('=') as [string, string]
      cookies.set(name, value)
    }
    return response
  }
  const send = async (input: string | URL | Request, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    headers.set('sec-fetch-site', 'same-origin')
    return keep(await fetch(input, { ...init, headers }))
  }
  const call = createClient({ origin: url, fetch: send })
  const secret = new URL(link ?? (await server.signInLink())).hash.replace('#signin=', '')
  await call(openSession, { body: { secret } })
  return {
    call,
    cookies,
    send,
    /** Starts a sign-in; the address of the authorization page. */
    async start(id: number, body: BodyOf<typeof startMcpSignIn> = {}) {
      const started = await call(startMcpSignIn, { params: { id }, body })
      if (started.authorization_url === null) throw new Error(started.message)
      return started.authorization_url
    },
    /** Returns from the authorization server, as a top-level navigation from another site: without strict cookies. */
    async comeBack(address: string) {
      const lax = [...cookies].filter(([name]) => !name.includes('session'))
      const cookie = lax.map((pair) => pair.join('=')).join('; ')
      const response = await fetch(address, { headers: { cookie } })
      return { status: response.status, page: await response.text(), headers: response.headers }
    },
  }
}

/** Signs in at an MCP server, from start to end. */
export async function signedIn(
  server: TestServer,
  authority: AuthorizationServer,
  id: number,
  browser?: Awaited<ReturnType<typeof browserAt>>,
) {
  const person = browser ?? (await browserAt(server))
  const back = await person.comeBack(authority.decide(await person.start(id)))
  return { person, back, server: await mcpServerOf(server, id) }
}

/** A server as the API gives it. */
export async function mcpServerOf({ call }: Pick<TestServer, 'call'>, id: number) {
  const { data } = await call(listMcpServers)
  return data.find((each) => each.id === id)!
}
