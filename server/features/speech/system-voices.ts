import type { Context } from '../../context.ts'
import { newSecret } from '../../context.ts'
import type { OsVoiceEntry } from '../../providers/speech/os-voice/system.ts'
import { lookupQueries } from '../platform/lookups/queries.ts'
import { choiceQueries, type NewVoice } from './choice-queries.ts'
import { languageCodeOf } from './voice-language.ts'

type Needs = Pick<Context, 'db' | 'write' | 'osVoice' | 'randomBytes'>

/** Code of the synthesizer entry of the operating system. */
export const SYSTEM = 'system'

/** Syncs the operating system's voices to the list that every account chooses from, limited to languages that assistants support. */
export async function listSystemVoices(context: Needs, signal: AbortSignal): Promise<void> {
  const { db, write, osVoice } = context
  const choices = choiceQueries(db)
  const before = choices.systemVoices(SYSTEM)
  const voices = newVoices(context, await osVoice.voices(signal), before)
  const isSame =
    voices.length === before.length &&
    voices.every(({ code, name, gender }, at) => {
      const known = before[at]!
      return known.code === code && known.name === name && known.gender === gender
    })
  if (isSame || signal.aborted) return
  await write((tx) => {
    const isAvailable = voices.length > 0
    const systemOwner = { userId: null, serviceId: null }
    const row = { code: SYSTEM, name: 'System voice', ...systemOwner, isAvailable }
    const id = choices.put(tx, 'synthesizer', row)
    choices.setLanguages(tx, 'synthesizer', id, new Set(voices.map((voice) => voice.language_id)))
    choices.putVoices(tx, { synthesizer: id, model: null, userId: null, isAvailable }, voices)
  })
}

/** Lists them once in the background: on some systems it takes a second. `stop` waits for its end. */
export function startListingSystemVoices(context: Needs & Pick<Context, 'log'>) {
  const stopped = new AbortController()
  const listed = listSystemVoices(context, stopped.signal).catch((error: unknown) => {
    if (stopped.signal.aborted) return
    context.log.warn({ err: error }, 'the voices of the system could not be listed')
  })
  return {
    async stop(): Promise<void> {
      stopped.abort()
      await listed
    },
  }
}

function newVoices(
  context: Needs,
  entries: readonly OsVoiceEntry[],
  before: readonly { readonly code: string; readonly preview_key: string }[],
): NewVoice[] {
  const languages = new Map(
    lookupQueries(context.db)
      .languages()
      .map(({ id, iso_2 }) => [iso_2, id]),
  )
  const keys = new Map(before.map(({ code, preview_key }) => [code, preview_key]))
  const voices = new Map<string, NewVoice>()
  for (const { id, name, language, gender = 'female' } of entries) {
    const language_id = languages.get(languageCodeOf(language) ?? '')
    const code = `${SYSTEM}:${id}`
    if (language_id === undefined || voices.has(code)) continue
    const preview_key = keys.get(code) ?? newSecret(context)
    voices.set(code, { code, name, service_voice: id, language_id, gender, preview_key })
  }
  return [...voices.values()]
}
