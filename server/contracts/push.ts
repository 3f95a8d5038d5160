import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import { isLoopback } from './loopback.ts'
import { Flag, requiredText, WebUrl } from './scalars.ts'

/* Web push: notifications of a browser whose tabs are closed (RFC 8030). */

/** Bytes in base64url without padding. */
const base64Url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`))

/** Address of a browser at its push service. Only a service on this machine may do without TLS. */
const Endpoint = WebUrl.refine(
  (url) =>
    !URL.canParse(url) || new URL(url).protocol === 'https:' || isLoopback(new URL(url).hostname),
  { error: issue('not_a_url') },
)

/** Web push of this session’s browser. */
export const Push = z.object({
  public_key: z
    .string()
    .describe('Key of this server for `applicationServerKey`, base64url (RFC 8292).'),
  subscription: z
    .object({ shows_text: z.boolean(), created_at: z.iso.datetime() })
    .nullable()
    .describe('Null unless this session’s browser gets web push.'),
})

export const getPush = endpoint({
  method: 'get',
  path: '/user/push',
  capability: 'desk',
  summary: 'Get the server’s key for web push, and whether this session’s browser gets it',
  reply: z.object({ data: Push }),
})

export const subscribeToPush = endpoint({
  method: 'put',
  path: '/user/push',
  capability: 'desk',
  summary: 'Send the caller’s notifications to this session’s browser by web push; not with a key',
  description:
    'Kinds with `desktop` are sent, outside quiet hours, unless a tab of the session is open. The subscription ends with the session, and when the push service says that it is gone.',
  refusals: ['sign_in_by_link'],
  body: z.object({
    endpoint: Endpoint,
    keys: z.object({
      p256dh: base64Url(65).describe('Public key of the browser, base64url.'),
      auth: base64Url(16).describe('Authentication secret of the browser, base64url.'),
    }),
    shows_text: Flag.describe(
      'Whether names and texts are sent, too, encrypted for the browser; otherwise only the kind.',
    ),
    language: requiredText(35)
      .describe('Language of the notifications, if it is one of the desk; otherwise English.')
      .meta({ examples: ['de'] }),
  }),
  examples: {
    body: {
      endpoint: 'https://push.example.com/send/a1b2c3',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      shows_text: false,
      language: 'de',
    },
    reply: { message: 'Push notifications are on' },
  },
  reply: z.object({ message: z.string(), data: Push }),
})

export const unsubscribeFromPush = endpoint({
  method: 'delete',
  path: '/user/push',
  capability: 'desk',
  summary: 'Stop web push to this session’s browser; no effect if it gets none',
  examples: { reply: { message: 'Push notifications are off' } },
  reply: z.object({ message: z.string(), data: Push }),
})
