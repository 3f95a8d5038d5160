import { createOperator, type Operator } from '#contracts/operators.ts'
import type { TestServer } from './server.ts'

/** Signs a person in with a one-time link, as a browser of this server would. */
export async function signedIn({ url, as }: Pick<TestServer, 'url' | 'as'>, link: string) {
  const response = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ secret: link.split('#signin=')[1] }),
  })
  if (!response.ok) throw new Error(`Signing in was answered ${response.status}`)
  const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
  return {
    cookie,
    /** The typed client as this person. */
    call: as({ cookie, origin: url }),
    /** Plain HTTP as this person. */
    fetch: (target: string, init: RequestInit = {}) =>
      fetch(url + target, { ...init, headers: { cookie, origin: url, ...init.headers } }),
  }
}

/** Another person at the owner's desk, signed in. */
export async function colleague(server: TestServer, name: string) {
  const { data, sign_in } = await server.call(createOperator, { body: { name } })
  return { operator: data satisfies Operator, ...(await signedIn(server, sign_in.url)) }
}
