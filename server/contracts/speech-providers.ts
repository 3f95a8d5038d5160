import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import {
  DateTime,
  defaulted,
  Flag,
  Id,
  optional,
  ReplyId,
  requiredText,
  WebUrl,
} from './scalars.ts'
import { SPEECH_KIND_NAMES } from './speech-kinds.ts'
import { changedPrices, newPrices, shownPrices } from './speech-prices.ts'

/*
 * Services for the speech of an account's assistants, added by URL and key. Assistants choose them among the voices, synthesizers
 * and transcribers (`GET /user/assistants/voices` and similar).
 */

const MAX_VOICES = 500

export const SpeechKind = z
  .enum(SPEECH_KIND_NAMES)
  .describe(
    'Protocol of the service: `openai-audio` is `/audio/speech` and `/audio/transcriptions` of the OpenAI API, `openai-realtime` its `/realtime` (one model listens, thinks and speaks; `speech_model` is that model, `transcription_model` transcribes the caller), `deepgram` the streaming `/v1/listen`, `elevenlabs` the streaming `/v1/text-to-speech`.',
  )
export type SpeechKind = z.output<typeof SpeechKind>

const gender = z.enum(['male', 'female'])

/** Configuration of a voice. */
export const NewServiceVoice = z.object({
  voice: requiredText(200).describe('The service’s id of the voice.'),
  name: requiredText(100)
    .nullable()
    .optional()
    .describe('Display name; the service’s id if omitted.'),
  language_id: Id,
  gender: defaulted(gender, 'female'),
})
export type NewServiceVoice = z.output<typeof NewServiceVoice>

export const ServiceVoice = z.object({
  id: ReplyId.describe('The `voice_id` for assistants.'),
  voice: z.string(),
  name: z.string(),
  language_id: z.int(),
  gender,
  preview_url: z.string(),
})
export type ServiceVoice = z.output<typeof ServiceVoice>

/** A voice of the operating system on which this server runs. */
export const SystemVoice = ServiceVoice.omit({ voice: true, gender: true })
export type SystemVoice = z.output<typeof SystemVoice>

export const SpeechService = z.object({
  id: ReplyId,
  name: z.string(),
  kind: SpeechKind,
  base_url: z.string(),
  has_key: z.boolean().describe('Whether a key is stored. Keys are encrypted and never returned.'),
  is_enabled: z.boolean(),
  error: z.string().nullable().describe('Reason why it cannot currently be used, as a sentence.'),
  speech_model: z.string().nullable(),
  transcription_model: z.string().nullable(),
  ...shownPrices,
  voices: z.array(ServiceVoice),
  synthesizer_provider_id: z
    .int()
    .nullable()
    .describe('Id for synthesis; null if it is not supported.'),
  transcriber_provider_id: z
    .int()
    .nullable()
    .describe('Id for recognition; null if it is not supported.'),
  multimodal_model_id: z
    .int()
    .nullable()
    .describe('Id for multimodal and dualplex; null if neither is supported.'),
  assistants: z.int().describe('Number of assistants that use it.'),
  created_at: DateTime,
})
export type SpeechService = z.output<typeof SpeechService>

const name = requiredText(100)
const baseUrl = WebUrl.refine((url) => !/[?#]/.test(url), { error: issue('has_query') })
  .meta({ examples: ['https://api.example.com/v1'] })
  .describe('Base URL, usually ending in `/v1`; the root URL for other kinds.')
const key = requiredText(1000).regex(/^[\x21-\x7e]+$/, { error: issue('not_ascii') })
const model = requiredText(200)
const speechModel = model.nullable().describe('For synthesis. `piper` has only one.')
const transcriptionModel = model.nullable().describe('For recognition. `whisper-cpp` has only one.')
const voices = z
  .array(NewServiceVoice)
  .max(MAX_VOICES)
  .superRefine((all, context) => {
    const seen = new Set<string>()
    for (const [index, { voice, language_id }] of all.entries()) {
      const same = `${language_id} ${voice}`
      if (seen.has(same)) {
        const message = issue('duplicate')
        context.addIssue({ code: 'custom', path: [index, 'voice'], message })
      }
      seen.add(same)
    }
  })

const params = z.object({ id: Id })
const Saved = z.object({ message: z.string(), data: SpeechService })
const NOT_FOUND = 'speech_provider_not_found'
const NO_KEYRING = 'no_keyring'

export const listSpeechServices = endpoint({
  method: 'get',
  path: '/user/speech-providers',
  capability: 'server.providers',
  summary: 'List speech services',
  reply: z.object({
    data: z.array(SpeechService),
    system_voices: z
      .array(SystemVoice)
      .describe('Voices of the operating system, used if nothing else is selected.'),
    secrets: z
      .enum(['environment', 'file', 'memory', 'none'])
      .describe('Location of the encryption key; with `none`, API keys cannot be stored.'),
    can_discover: z
      .boolean()
      .describe('Whether the caller may discover speech servers on this machine.'),
  }),
})

export const createSpeechService = endpoint({
  method: 'post',
  path: '/user/speech-providers',
  capability: 'server.providers',
  summary: 'Add a speech service for synthesis, recognition or both',
  body: z.object({
    name,
    kind: SpeechKind,
    base_url: baseUrl,
    key: key.nullable().optional().describe('API key; stored encrypted and never returned.'),
    is_enabled: defaulted(Flag, true),
    speech_model: speechModel.optional(),
    transcription_model: transcriptionModel.optional(),
    ...newPrices,
    voices: defaulted(voices, []),
  }),
  status: 201,
  refusals: [NO_KEYRING],
  examples: {
    body: {
      name: 'Example speech',
      kind: 'openai-audio',
      base_url: 'https://api.example.com/v1',
      speech_model: 'tts-1',
      transcription_model: 'whisper-1',
      voices: [{ voice: 'nova', language_id: 1, gender: 'female' }],
    },
    reply: { message: 'Speech provider created successfully' },
  },
  reply: Saved,
})

export const updateSpeechService = endpoint({
  method: 'put',
  path: '/user/speech-providers/:id',
  capability: 'server.providers',
  summary:
    'Update a speech service; omitted fields are unchanged, `voices` replaces the entire list',
  description:
    'A key belongs to the address it was entered for: with a different host or port it must be sent again. `null` deletes it.',
  params,
  body: z.object({
    name: name.optional(),
    kind: SpeechKind.optional(),
    base_url: baseUrl.optional(),
    key: key.nullable().optional(),
    is_enabled: Flag.optional(),
    speech_model: speechModel.optional(),
    transcription_model: transcriptionModel.optional(),
    ...changedPrices,
    voices: voices.optional(),
  }),
  refusals: [NOT_FOUND, NO_KEYRING],
  examples: { reply: { message: 'Speech provider updated successfully' } },
  reply: Saved,
})

export const deleteSpeechService = endpoint({
  method: 'delete',
  path: '/user/speech-providers/:id',
  capability: 'server.providers',
  summary: 'Delete a speech service and its key; assistants that use it revert to the default',
  params,
  refusals: [NOT_FOUND],
  confirm:
    'Remove this provider? Assistants that use it fall back to the system voice, and to another transcriber or none.',
  examples: { reply: { message: 'Speech provider deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const SpeechTest = z.object({
  ok: z.boolean(),
  message: z.string().describe('Result, as a sentence.'),
  speaks: z
    .object({
      ok: z.boolean(),
      message: z.string(),
      first_sound_ms: z.int().nullable().describe('Time to the first sound, ms.'),
    })
    .nullable()
    .describe('Null if synthesis was not tested.'),
  hears: z
    .object({
      ok: z.boolean(),
      message: z.string(),
      text: z.string().nullable().describe('The recognised text.'),
    })
    .nullable()
    .describe('Null if recognition was not tested.'),
  speech_models: z.array(z.string()).describe('Models for synthesis, if listed.'),
  transcription_models: z.array(z.string()).describe('Models for recognition, if listed.'),
  voices: z.array(z.string()).describe('Voices, if listed.'),
})
export type SpeechTest = z.output<typeof SpeechTest>

export const testSpeechService = endpoint({
  method: 'post',
  path: '/user/speech-providers/test',
  capability: 'server.providers',
  summary:
    'Test a speech service by synthesising and recognising a short sentence; nothing is stored',
  description:
    'For unsaved settings, those of a saved service (`id`), or both: omitted ones are taken from the saved service. A stored key is never sent to any other address.',
  body: z.object({
    id: optional(Id).describe('Id of a saved service.'),
    kind: optional(SpeechKind),
    base_url: optional(baseUrl),
    key: key.nullable().optional(),
    speech_model: optional(model),
    transcription_model: optional(model),
    voice: optional(requiredText(200)).describe('Voice to test; default: the service’s first one.'),
    language_id: optional(Id).describe('Id of the sentence’s language; English if omitted.'),
  }),
  refusals: [NOT_FOUND],
  examples: {
    reply: {
      ok: false,
      message: 'There is nothing to try yet: name a model, and a voice to speak with.',
      speaks: null,
      hears: null,
    },
  },
  reply: SpeechTest,
})

const desk = ['sign_in_by_link'] as const
const PUBLIC_ONLY = 'public_addresses_only'

export const discoverSpeechServices = endpoint({
  method: 'post',
  path: '/user/speech-providers/discover',
  capability: 'server.discovery',
  summary: 'Discover speech servers on this machine',
  description:
    'For the owner, signed in with a link from the machine itself. Checks only the default ports of Speaches, Kokoro-FastAPI, LocalAI, Piper and whisper.cpp on the loopback address.',
  refusals: [...desk, PUBLIC_ONLY],
  reply: z.object({
    data: z.array(
      z.object({
        port: z.int(),
        name: z.string(),
        kind: SpeechKind,
        base_url: z.string(),
        speech_models: z.array(z.string()),
        transcription_models: z.array(z.string()),
        voices: z.array(z.string()),
        provider_id: z.int().nullable().describe('Set if it has already been added.'),
      }),
    ),
  }),
})

export const addFoundSpeechService = endpoint({
  method: 'post',
  path: '/user/speech-providers/found/:port',
  capability: 'server.discovery',
  summary: 'Add a discovered speech server with its voices',
  description:
    'Also adds its address to the private ones that may be called. The language and gender of a voice are derived from its name, and can be changed afterwards.',
  params: z.object({ port: Id }),
  status: 201,
  refusals: [...desk, PUBLIC_ONLY, 'nothing_answers', 'already_added'],
  examples: { reply: { message: 'Speech provider created successfully' } },
  reply: Saved,
})
