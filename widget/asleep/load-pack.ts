import type { AnswerPack, SignedAnswerPack } from '#contracts/answer-pack-file.ts'
import type { RawOptions } from '../options.ts'

/** Timeout of the file, ms. */
const TIMEOUT = 10_000

/**
 * The pack of the tag's assistant, next to the chat's own files; undefined if there is none, or it is not signed with the
 * key that the tag pins, is another assistant's, or has expired.
 */
export async function loadPack({
  answers,
  assistant,
}: RawOptions): Promise<AnswerPack | undefined> {
  try {
    // In a variable, since the build takes a template here for a file of its own.
    const name = `./answers-${assistant}.json`
    const address = new URL(name, import.meta.url)
    const signal = AbortSignal.timeout(TIMEOUT)
    const response = await fetch(address, { credentials: 'omit', signal })
    if (!response.ok) return undefined
    const { pack, signature }: SignedAnswerPack = await response.json()
    if (!(await isSigned(pack, signature, String(answers)))) return undefined
    const known: AnswerPack = JSON.parse(pack)
    const isValid = known.assistant === assistant && new Date(known.expires_at) > new Date()
    return isValid ? known : undefined
  } catch {
    return undefined
  }
}

/** Verifies ECDSA P-256 with SHA-256. Pages without https have no WebCrypto, and so no pack. */
async function isSigned(text: string, signature: string, key: string): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const { subtle } = crypto
  const pinned = await subtle.importKey('raw', bytesOf(key), algorithm, false, ['verify'])
  return subtle.verify(algorithm, pinned, bytesOf(signature), new TextEncoder().encode(text))
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
