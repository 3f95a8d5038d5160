import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { onTestFinished } from 'vitest'

/** Response of the service to one request. */
interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A request to the service, decrypted with the browser's keys, with the claims of its signed token. */
interface Pushed {
  readonly path: string
  readonly message: unknown
  /** As received. */
  readonly bytes: Buffer
  readonly claims: Readonly<Record<string, unknown>>
  readonly ttl: number
}

/** A push service on loopback, and a browser that is subscribed at it. */
export async function startPushService(
  answer: (request: number) => Answer = () => ({ status: 201 }),
) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16).toString('base64url')
  const pushed: Pushed[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    const [, token = '', key = ''] =
      /^vapid t=([^,]+), k=([\w-]+)$/.exec(request.headers.authorization ?? '') ?? []
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
      part.toString('base64url'),
    )
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256')
    // The claims are compared with the test's clock, not with this machine's.
    const { payload } = await jwtVerify(token, publicKey, { currentDate: new Date(0) })
    const text = decrypt(bytes, { version: 'aes128gcm', privateKey: pair, authSecret: auth })
    pushed.push({
      path: request.url!,
      message: JSON.parse(text.toString()),
      bytes,
      claims: { ...payload, key },
      ttl: Number(request.headers['ttl']),
    })
    const { status, headers = {} } = answer(requests++)
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    origin: `http://${address}`,
    pushed,
    /** The browser's subscription, as it reports it. */
    subscription: {
      endpoint: `http://${address}/send/browser-1`,
      keys: { p256dh: pair.getPublicKey('base64url'), auth },
    },
  }
}
