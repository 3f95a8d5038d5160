import type { ChatModel } from '../model.ts'
import type { RawOptions } from '../options.ts'

/**
 * Has an answer pack stand in for a Parley that cannot be reached, if the tag pins the key of one; resolves with whether
 * it does.
 */
export async function fallAsleep(model: ChatModel, { answers, ...options }: RawOptions) {
  if (!answers) return false
  try {
    const { sleep } = await import('../asleep.tsx')
    return await sleep(model, { answers, ...options })
  } catch {
    return false
  }
}
