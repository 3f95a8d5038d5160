import { LIMITS } from '../../../../limits.ts'
import type { Section } from './section.ts'

const DAYS = LIMITS.identityMs / 86_400_000

export const IDENTITY: Section = {
  id: 'identity',
  title: 'Identifying visitors',
  blocks: [
    {
      text: `Visitors are anonymous until your website vouches for them with a signed token: a JWT (HS256) created on your server with the secret from \`GET /user/assistant/{id}/identity-secret\`, used exactly as shown. \`sub\` is your own id for the person, \`exp\` at most ${DAYS} days ahead; add \`name\`, \`email\` and \`phone\` if you know them. They then find their conversations on every device, and the desk sees who they are. Details that a visitor enters without a signature never give access to someone else’s conversations.`,
    },
    {
      language: 'js',
      code: `import { SignJWT } from 'jose'

// On your server, for a user who is signed in there. Never send the secret to a browser.
const token = await new SignJWT({ name: user.name, email: user.email })
  .setProtectedHeader({ alg: 'HS256' })
  .setSubject(String(user.id))
  .setExpirationTime('1 hour')
  .sign(new TextEncoder().encode(secret))`,
    },
    {
      text: 'For 24 hours after a rotation, tokens signed with the previous secret are still accepted.',
    },
  ],
}
