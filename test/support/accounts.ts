import { createKey } from '../../server/features/accounts/api-key.ts'
import { accountQueries, THIS_MACHINE } from '../../server/features/accounts/queries.ts'
import { fetchAs, type TestServer } from './server.ts'

/** A second account on a server, with its own key: everything of it is foreign to the owner. */
export async function anotherAccount({ server, as }: TestServer, name = 'Somebody else') {
  const { context } = server
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.com`
  const { id } = await context.write((tx) =>
    accountQueries(context.db).insertUser(tx, name, email, false, context.now()),
  )
  const { token } = await context.write((tx) =>
    createKey(tx, context, id, { name: 'Key', issuer: THIS_MACHINE }),
  )
  return {
    id,
    token,
    /** The typed client as this account. */
    call: as({ authorization: `Bearer ${token}` }),
    /** Plain HTTP as this account. */
    fetch: fetchAs(server, token),
  }
}
