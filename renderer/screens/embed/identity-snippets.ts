/** Code that signs a visitor's identity, by server language. */
export const SIGNING = {
  node: {
    name: 'Node.js',
    code: `// npm install jose
import { env } from 'node:process'
import { SignJWT } from 'jose'

const secret = new TextEncoder().encode(env.PARLEY_IDENTITY_SECRET)

export function identityOf(user) {
  return new SignJWT({ name: user.name, email: user.email })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(user.id))
    .setExpirationTime('1h')
    .sign(secret)
}`,
  },
  php: {
    name: 'PHP',
    code: `// composer require firebase/php-jwt
use Firebase\\JWT\\JWT;

function identity_of(array $user): string {
    return JWT::encode([
        'sub' => (string) $user['id'],
        'exp' => time() + 3600,
        'name' => $user['name'],
        'email' => $user['email'],
    ], getenv('PARLEY_IDENTITY_SECRET'), 'HS256');
}`,
  },
  python: {
    name: 'Python',
    code: `# pip install pyjwt
import os
import time

import jwt


def identity_of(user):
    claims = {
        "sub": str(user.id),
        "exp": int(time.time()) + 3600,
        "name": user.name,
        "email": user.email,
    }
    return jwt.encode(claims, os.environ["PARLEY_IDENTITY_SECRET"], algorithm="HS256")`,
  },
  ruby: {
    name: 'Ruby',
    code: `# gem install jwt
require "jwt"

def identity_of(user)
  claims = {
    sub: user.id.to_s,
    exp: Time.now.to_i + 3600,
    name: user.name,
    email: user.email,
  }
  JWT.encode(claims, ENV.fetch("PARLEY_IDENTITY_SECRET"), "HS256")
end`,
  },
} as const

export type ServerLanguage = keyof typeof SIGNING

/** Queues calls until the chat's script has loaded. */
export const QUEUE = 'window.parley ||= (...call) => (parley.q ||= []).push(call)'

/** Using a token in a page, and signing out. */
export const PAGE_IDENTITY = `${QUEUE}
parley('identify', token)

// When the person signs out:
parley('reset')`
