/*
 * GET    /user/assistants/voices                 listVoices
 * GET    /user/assistants/synthesizer-providers  listSynthesizerProviders
 * GET    /user/assistants/transcriber-providers  listTranscriberProviders
 * GET    /user/assistants/models                 listModels
 * GET    /user/assistants/languages              listLanguages
 * GET    /user/providers                         getProviders
 */
import {
  getProviders,
  listLanguages,
  listModels,
  listSynthesizerProviders,
  listTranscriberProviders,
  listVoices,
} from '#contracts/lookups.ts'
import { SPEECH_KINDS, SYSTEM_SPEAKS_WITHOUT } from '#contracts/speech-kinds.ts'
import type { Routes } from '../../../http/routes.ts'
import { SANDBOX as SMS_SANDBOX } from '../../../providers/sms/sandbox.ts'
import { magicNumbers } from '../../../providers/sms/sandbox-numbers.ts'
import { SANDBOX as VOICE_SANDBOX } from '../../../providers/voice/sandbox/sandbox.ts'
import { MAGIC_NUMBERS } from '../../../providers/voice/sandbox/scenes.ts'
import { previewUrl } from './preview-url.ts'
import { lookupQueries, type Origin } from './queries.ts'

export const lookupRoutes: Routes = ({ handle, db, sms, callingNumbers }) => {
  const lookups = lookupQueries(db)

  handle(
    listVoices,
    ({ principal, origin, query: { mode = null, language_id: languageId = null } }) =>
      lookups.voices(principal.userId, { mode, languageId }).map((voice) => ({
        id: voice.id,
        name: voice.name,
        language_id: voice.language_id,
        gender: voice.gender,
        preview_url: previewUrl(origin, voice),
        accent: voice.accent,
        age: voice.age,
        synthesizer_provider_id: voice.synthesizer_provider_id,
        ...ignoredIn(voice, 'speaksWithout'),
      })),
  )

  handle(listSynthesizerProviders, ({ principal, query }) =>
    lookups
      .synthesizers(principal.userId, query.language_id ?? null)
      .map((one) => ({ ...named(one), ...ignoredIn(one, 'speaksWithout') })),
  )

  handle(listTranscriberProviders, ({ principal, query }) =>
    lookups.transcribers(principal.userId, query.language_id ?? null).map(named),
  )

  handle(listModels, ({ principal, query }) =>
    query.type === 'llm'
      ? lookups.llmModels().map(({ id, name }) => ({ id, name }))
      : lookups
          .multimodalModels(principal.userId)
          .map((one) => ({ ...named(one), ...ignoredIn(one, 'thinksWithout') })),
  )

  handle(listLanguages, () => lookups.languages())

  handle(getProviders, ({ principal }) => {
    const isSmsSandbox = sms.current.name === SMS_SANDBOX
    return {
      sms: {
        name: sms.current.name,
        is_sandbox: isSmsSandbox,
        magic_numbers: isSmsSandbox ? magicNumbers() : [],
      },
      voice: {
        name: VOICE_SANDBOX,
        is_sandbox: true,
        magic_numbers: MAGIC_CALLS,
        phone_number_ids: [...callingNumbers(principal.userId)],
      },
    }
  })
}

const named = ({ id, name, code }: { id: number; name: string; code: string }) => ({
  id,
  name,
  code,
})

/** Assistant fields that a choice ignores, by the kind of its service. */
function ignoredIn({ kind, is_system }: Origin, by: 'speaksWithout' | 'thinksWithout') {
  if (is_system === 1 && by === 'speaksWithout') return { ignores: [...SYSTEM_SPEAKS_WITHOUT] }
  return kind === null ? {} : { ignores: [...(SPEECH_KINDS[kind][by] ?? [])] }
}

/** One magic number per outcome; any area code works. */
const MAGIC_CALLS = Object.entries(MAGIC_NUMBERS).map(([digits, effect]) => ({
  number: `+1202555${digits}`,
  effect,
}))
