import { createWire } from '../../generated/wire.ts'
import { signedInOwner } from '../../support/operators.ts'
import { onServer } from '../own-server.ts'
import type { Campaign } from './part.ts'

const PUBLIC = 'https://chat.example.com'

/** Sends a session's cookie under other names, twice, and from other origins and hosts. */
export async function tryOrigins(): Promise<Campaign> {
  return onServer(
    async (server) => {
      const wire = createWire(server.url)
      const { cookie } = await signedInOwner(server)
      const [name, value] = cookie.split('=') as [string, string]
      const { host, port } = new URL(server.url)
      const cookies = [
        cookie,
        `${name}=planted; ${cookie}`,
        `${cookie}; ${name}=planted`,
        `parley_session=${value}`,
        `__Host-parley_session=${value}`,
        `parley_session_${Number(port) + 1}=${value}`,
        `x${cookie}`,
      ]
      const origins = [
        undefined,
        `http://${host}`,
        `https://${host}`,
        `http://127.0.0.1:${Number(port) + 1}`,
        PUBLIC,
        PUBLIC.replace('https', 'http'),
        'null',
        'https://evil.example',
        `http://${host}.evil.example`,
      ]
      const isOwn = (sent: string, origin: string | undefined) =>
        sent === cookie && (origin === undefined || origin === `http://${host}`)
      const tries = [
        ...cookies
          .flatMap((sent) => origins.map((origin) => ({ host, cookie: sent, origin })))
          .filter(({ cookie: sent, origin }) => !isOwn(sent, origin)),
        ...['evil.example', `evil.example:${port}`, 'chat.example.com', '127.0.0.1'].map(
          (other) => ({ host: other, cookie, origin: undefined }),
        ),
      ]
      const successes: string[] = []
      for (const { origin, ...headers } of tries) {
        const { status } = await wire.send('GET', '/api/user/me', {
          headers: { ...headers, ...(origin !== undefined && { origin }) },
        })
        if (status === 200) successes.push(`${JSON.stringify({ origin, ...headers })}: ${status}`)
      }
      wire.close()
      return { attempts: tries.length, successes }
    },
    { publicUrl: PUBLIC },
  )
}
