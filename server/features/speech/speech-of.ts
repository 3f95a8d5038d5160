import type { Context } from '../../context.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import type { Converser } from '../../providers/speech/converse.ts'
import type { HearOptions, Transcriber } from '../../providers/speech/hear.ts'
import type { SpeakOptions, Synthesizer } from '../../providers/speech/speak.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { lookupQueries } from '../platform/lookups/queries.ts'
import { BROWSER } from '../platform/lookups/reference/providers.ts'
import { choiceQueries } from './choice-queries.ts'
import { converserOf, synthesizerOf, transcriberOf } from './clients.ts'
import { speechKeys } from './key.ts'
import {
  hearingMinute,
  type Meter,
  meteredConverser,
  meteredEar,
  meteredVoice,
  speakingMinute,
} from './prices.ts'
import type { ServiceRow } from './queries.ts'
import { SYSTEM } from './system-voices.ts'

/** Speech services of an assistant, with their settings. */
export interface Speech {
  readonly synthesizer: Synthesizer
  readonly voice: Omit<SpeakOptions, 'signal'>
  /** Undefined without speech recognition: the assistant speaks but cannot hear. */
  readonly transcriber: Transcriber | undefined
  readonly listening: Pick<HearOptions, 'languages' | 'hints'>
  /** The model that hears and thinks in the modes multimodal and dualplex; undefined if none is available. */
  readonly conversing: Conversing | undefined
  /** The voice for one of its other languages: from the same service, if it has one. */
  readonly voiceIn: (language: string) => Pick<SpeakOptions, 'voice' | 'language'>
  /** True if the assistant leaves recognition on websites to the visitor's browser. */
  readonly browserHears: boolean
  /** Name of the transcription service; null if the account has none. */
  readonly hearsWith: string | null
  /** Maximum cost of a minute of all this, micro-dollars. */
  readonly minutePrice: number
}

/** A realtime model and its voice id; empty for its default voice. */
interface Conversing {
  /** Name of its service. */
  readonly name: string
  readonly converser: Converser
  readonly voice: string
}

/** Dependencies of an assistant's speech. */
type Needs = Pick<
  Context,
  'db' | 'osVoice' | 'speech' | 'vault' | 'networkOf' | 'sleep' | 'lookup' | 'port' | 'version'
>

/** A synthesizer and its voice id. */
interface Speaker {
  readonly synthesizer: Synthesizer
  readonly voice: string
  /** Its service; undefined for the operating system, which is free. */
  readonly service?: ServiceRow
}

/** A client of a service. */
interface Of<client> {
  readonly client: client
  readonly service: ServiceRow
}

/**
 * The speech services of an assistant. Choices that are no longer available are ignored, as is the Sandbox, which only serves
 * simulated calls: then the operating system speaks, and the account's first transcription service listens.
 * @param meter called with the cost of usage
 */
export function speechOf(
  context: Needs,
  assistant: AssistantWithLanguage,
  meter: Meter = () => undefined,
): Speech {
  const { db } = context
  const secondary = assistantQueries(db).languagesOf(assistant.id)
  const languages = secondary.flatMap((id) => lookupQueries(db).languageCode(id) ?? [])
  const { synthesizer, voice, service: speaks } = speakerOf(context, assistant)
  const hearing = hearingOf(context, assistant)
  const conversing = conversingOf(context, assistant)
  const isMultimodal = conversing !== undefined && assistant.mode === 'multimodal'
  const hears = conversing?.service ?? hearing?.service
  const speaksWith = isMultimodal ? conversing.service : speaks
  return {
    synthesizer:
      context.speech?.synthesizer ??
      (speaks ? meteredVoice(synthesizer, speaks, meter) : synthesizer),
    voice: {
      voice,
      language: assistant.language,
      speed: assistant.speech_speed,
      stability: assistant.voice_stability,
      similarity: assistant.voice_similarity,
    },
    transcriber: context.speech
      ? context.speech.transcriber
      : hearing && meteredEar(hearing.client, hearing.service, meter),
    conversing: conversing && {
      name: conversing.service.name,
      voice: conversing.voice,
      converser: meteredConverser(conversing.client, conversing.service, meter),
    },
    listening: { languages: [assistant.language, ...languages], hints: [assistant.name] },
    voiceIn(language) {
      if (language === assistant.language) return { voice, language }
      if (!speaks) return { voice: '', language }
      return { language, voice: choiceQueries(db).voiceOfLanguage(speaks.id, language) ?? voice }
    },
    browserHears: isBrowserChosen(context, assistant),
    hearsWith: hears?.name ?? null,
    minutePrice: (hears ? hearingMinute(hears) : 0) + (speaksWith ? speakingMinute(speaksWith) : 0),
  }
}

/** Reports whether an assistant can be called on any line, which requires speech recognition. */
export const canCall = (context: Needs, assistant: AssistantWithLanguage): boolean =>
  conversingOf(context, assistant) !== undefined ||
  (context.speech
    ? context.speech.transcriber !== undefined
    : hearingOf(context, assistant) !== undefined)

/** Reports whether an assistant can be called from a website, where the visitor's browser may recognise speech. */
export const canCallFromWebsite = (context: Needs, assistant: AssistantWithLanguage): boolean =>
  isBrowserChosen(context, assistant) || canCall(context, assistant)

/** Realtime models hear by themselves. */
const isBrowserChosen = (context: Needs, assistant: AssistantWithLanguage): boolean => {
  const { transcriber_provider_id: id } = assistant
  const isChosen = id !== null && choiceQueries(context.db).transcriberCode(id) === BROWSER
  return isChosen && conversingOf(context, assistant) === undefined
}

/** The chosen synthesizer with the chosen voice, if that is one of its voices; otherwise with its voice for the language. */
function speakerOf(context: Needs, assistant: AssistantWithLanguage): Speaker {
  const { user_id, voice_id, language, synthesizer_provider_id: chosenId } = assistant
  const choices = choiceQueries(context.db)
  const chosenVoice = choices.chosenVoice(user_id, voice_id)
  const voice = chosenVoice?.is_available === 1 ? chosenVoice : undefined
  const voiceId = voice?.synthesizer_provider_id ?? null

  function speaker(id: number | null): Speaker | undefined {
    if (id === null) return undefined
    const own = voiceId === id ? voice?.service_voice : undefined
    if (choices.code(id) === SYSTEM) return { synthesizer: context.osVoice, voice: own ?? '' }
    const service = choices.service('synthesizer', user_id, id)
    const synthesizer = service && clientOf(context, service, synthesizerOf)
    if (!synthesizer) return undefined
    return { synthesizer, service, voice: own ?? choices.firstVoice(service.id, language) ?? '' }
  }

  // If the system has no voices, a service is better than silence.
  const other = choices.isAvailable(SYSTEM) ? undefined : choices.first('synthesizer', user_id)
  const system = { synthesizer: context.osVoice, voice: '' }
  return speaker(chosenId) ?? speaker(voiceId) ?? speaker(other?.choice ?? null) ?? system
}

function hearingOf(
  context: Needs,
  { user_id, transcriber_provider_id: id }: AssistantWithLanguage,
): Of<Transcriber> | undefined {
  const choices = choiceQueries(context.db)
  const chosen = id === null ? undefined : choices.service('transcriber', user_id, id)
  const service = chosen ?? choices.first('transcriber', user_id)
  const client = service && clientOf(context, service, transcriberOf)
  return client && { client, service }
}

/** The chosen model with the chosen voice, if that is one of its voices; otherwise with its voice for the language. */
function conversingOf(
  context: Needs,
  { mode, user_id, voice_id, language, multimodal_model_id: id }: AssistantWithLanguage,
): (Of<Converser> & { readonly voice: string }) | undefined {
  if (mode === 'pipeline' || id === null) return undefined
  const choices = choiceQueries(context.db)
  const service = choices.conversing(user_id, id)
  const client = service && clientOf(context, service, converserOf)
  if (!client) return undefined
  const chosen = choices.chosenVoice(user_id, voice_id)
  const isOwn = chosen?.is_available === 1 && chosen.multimodal_model_id === id
  const own = isOwn ? chosen.service_voice : undefined
  return { client, service, voice: own ?? choices.firstVoice(service.id, language) ?? '' }
}

/** Creates the client of a service for its account; undefined if its key cannot be read. */
export function clientOf<client>(
  context: Needs,
  row: ServiceRow,
  create: (
    needs: Parameters<typeof synthesizerOf>[0],
    settings: Parameters<typeof synthesizerOf>[1],
  ) => client,
): client | undefined {
  const opened = speechKeys.open(context.vault, row)
  if ('error' in opened) return undefined
  return create(onBehalfOf(context, row.user_id), {
    kind: row.kind,
    baseUrl: row.base_url,
    apiKey: opened.key,
    speechModel: row.speech_model,
    transcriptionModel: row.transcription_model,
  })
}
