import { ApiError } from '../api-error.ts'
import type { ChatModel } from '../model.ts'

/** The parts that few visitors use. */
export type Rare = typeof import('../rare.tsx')

let rare: Rare | undefined

/** Returns those parts if they are loaded; otherwise loads them and renders the chat again. */
export function rareParts(model: ChatModel): Rare | undefined {
  if (!rare) needRare().then((parts) => parts && model.set({}))
  return rare
}

/** Takes files along with the next message. */
export async function takeFiles(...taken: Parameters<Rare['takeFiles']>): Promise<void> {
  await (await needRare())?.takeFiles(...taken)
}

/** Brings the files of a message to the server. @throws ApiError */
export async function upload(...sent: Parameters<Rare['upload']>) {
  const parts = await needRare()
  if (!parts) throw new ApiError(0)
  return parts.upload(...sent)
}

/** Plays two soft notes. */
export async function chime(): Promise<void> {
  ;(await needRare())?.chime()
}

/** Those parts, as soon as they are here; undefined when they cannot be had. */
export async function needRare(): Promise<Rare | undefined> {
  try {
    rare ??= await import('../rare.tsx')
  } catch {
    // Whoever asks next tries again.
  }
  return rare
}
