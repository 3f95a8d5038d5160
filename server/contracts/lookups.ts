import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Mode } from './enums.ts'
import { Id, ReplyId } from './scalars.ts'

/* Reference data for configuring an assistant. Every lookup returns a bare array (docs/spec/api.md, endpoints 7 to 12). */

const Ignores = z
  .array(z.string())
  .optional()
  .describe('Fields of an assistant that it ignores. Absent if calls are only simulated.')

export const Voice = z.object({
  id: ReplyId,
  name: z.string(),
  language_id: z.int(),
  gender: z.enum(['male', 'female']),
  preview_url: z.string(),
  accent: z.string().nullable(),
  age: z.string().nullable(),
  synthesizer_provider_id: z.int().nullable(),
  ignores: Ignores,
})
export type Voice = z.output<typeof Voice>

export const Language = z.object({ id: ReplyId, name: z.string(), iso_2: z.string().length(2) })
export type Language = z.output<typeof Language>

export const SpeechProvider = z.object({
  id: ReplyId,
  name: z.string(),
  code: z.string(),
  ignores: Ignores,
})
export type SpeechProvider = z.output<typeof SpeechProvider>

/** A language model, or a multimodal model, which also has a `code`. */
export const Model = z.object({
  id: ReplyId,
  name: z.string(),
  code: z.string().optional(),
  ignores: Ignores,
})
export type Model = z.output<typeof Model>

const OfLanguage = z.object({ language_id: Id.optional() })

export const listVoices = endpoint({
  method: 'get',
  path: '/user/assistants/voices',
  capability: 'directory',
  summary: 'List the voices available to assistants',
  query: OfLanguage.extend({ mode: Mode.optional() }),
  reply: z.array(Voice),
})

export const listSynthesizerProviders = endpoint({
  method: 'get',
  path: '/user/assistants/synthesizer-providers',
  capability: 'directory',
  summary: 'List text-to-speech providers',
  query: OfLanguage,
  reply: z.array(SpeechProvider),
})

export const listTranscriberProviders = endpoint({
  method: 'get',
  path: '/user/assistants/transcriber-providers',
  capability: 'directory',
  summary: 'List speech-to-text providers',
  query: OfLanguage,
  reply: z.array(SpeechProvider),
})

export const listModels = endpoint({
  method: 'get',
  path: '/user/assistants/models',
  capability: 'directory',
  summary: 'List the models of an engine',
  query: z.object({ type: z.enum(['llm', 'multimodal', 'dualplex']).default('llm') }),
  reply: z.array(Model),
})

export const listLanguages = endpoint({
  method: 'get',
  path: '/user/assistants/languages',
  capability: 'directory',
  summary: 'List languages',
  reply: z.array(Language),
})

/** Carrier of messages or calls. */
const provider = (effects: readonly [string, ...string[]]) =>
  z.object({
    name: z.string(),
    is_sandbox: z.boolean().describe('Whether it is simulated; nothing leaves this machine.'),
    magic_numbers: z
      .array(z.object({ number: z.string(), effect: z.enum(effects) }))
      .describe('Numbers with a predefined outcome, in the Sandbox.'),
  })

export const getProviders = endpoint({
  method: 'get',
  path: '/user/providers',
  capability: 'desk',
  summary: 'Get the providers of text messages and telephone calls',
  reply: z.object({
    sms: provider(['refused', 'unknown', 'undelivered', 'stays_sent', 'other_segments']),
    voice: provider([
      'busy',
      'no-answer',
      'failed',
      'voicemail',
      'hang-up',
      'talkative',
      'repeated',
      'silent',
      'interrupting',
      'hesitant',
      'bilingual',
    ]).extend({
      phone_number_ids: z
        .array(ReplyId)
        .describe(
          'Ids of the numbers that place real calls; calls from others are simulated by the Sandbox.',
        ),
    }),
  }),
})
