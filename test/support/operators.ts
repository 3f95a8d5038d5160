import { createOperator, type Operator } from '#contracts/operators.ts'
import type { Clients } from './server.ts'

/** Signs an operator in with a one-time link, as a browser of this server would. */
export async function signedIn({ url, as }: Pick<Clients, 'url' | 'as'>, link: string) {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ secret: link.split('#signin=')[1] }),
  })
  if (!response.ok) throw new Error(`Signing in was answered ${response.status}`)
  const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
  return {
    cookie,
    /** The typed client as this operator. */
    call: as({ cookie, origin: url }),
    /** Plain HTTP as this operator. */
    fetch: (target: string, init: RequestInit = {}) =>
      fetch(url + target, { ...init, headers: { cookie, origin: url, ...init.headers } }),
  }
}

/** A server in this process or another, and how its owner signs in. */
type Signable = Clients & { readonly signInLink: () => Promise<string> }

type SignedIn = Awaited<ReturnType<typeof signedIn>>

/** One sign-in per server, since they are rate-limited. */
const owners = new WeakMap<object, Promise<SignedIn>>()

/** The owner of a server, in a browser signed in with a link from the machine itself. */
export function signedInOwner(server: Signable): Promise<SignedIn> {
  const known = owners.get(server) ?? server.signInLink().then((link) => signedIn(server, link))
  owners.set(server, known)
  return known
}

/** Another operator in the owner's desk, signed in. */
export async function colleague(server: Signable, name: string, role: 'admin' | 'agent' = 'agent') {
  const { call } = await signedInOwner(server)
  const { data, sign_in } = await call(createOperator, { body: { name, role } })
  return { operator: data satisfies Operator, ...(await signedIn(server, sign_in.url)) }
}
