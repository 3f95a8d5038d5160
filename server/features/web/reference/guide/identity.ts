import { LIMITS } from '../../../../limits.ts'
import type { Section } from './section.ts'

const DAYS = LIMITS.identityMs / 86_400_000

export const IDENTITY: Section = {
  id: 'identity',
  title: 'Saying who your visitors are',
  blocks: [
    {
      text: `Visitors are nobody in particular until your website vouches for them with a signed token: a JWT (HS256) made on your server with the secret from \`GET /user/assistant/{id}/identity-secret\`, all of it as it is shown. \`sub\` is your own id of the person, \`exp\` at most ${DAYS} days ahead; \`name\`, \`email\` and \`phone\` where you know them. Then they find their conversations on every device, and the desk sees who they are. What a visitor says without a signature never leads to somebody else’s conversations.`,
    },
    {
      language: 'js',
      code: `import { SignJWT } from 'jose'

// On your server, for somebody who is signed in there. The secret never goes to a browser.
const token = await new SignJWT({ name: user.name, email: user.email })
  .setProtectedHeader({ alg: 'HS256' })
  .setSubject(String(user.id))
  .setExpirationTime('1 hour')
  .sign(new TextEncoder().encode(secret))`,
    },
    {
      text: 'For 24 hours after a rotation tokens of the secret before are taken, too.',
    },
  ],
}
