import { signal } from '@preact/signals'
import { type Assistant, listAllAssistants } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import { type KnowledgeBase, listKnowledgeBases } from '#contracts/knowledge.ts'
import {
  type Language,
  listLanguages,
  listModels,
  listSynthesizerProviders,
  listTranscriberProviders,
  listVoices,
  type Mode,
  type Model,
  type SpeechProvider,
  type Voice,
} from '#contracts/lookups.ts'
import { type AssignableNumber, listAssignableNumbers } from '#contracts/phone-numbers.ts'
import { listTools, type Tool } from '#contracts/tools.ts'

/** What settings choose from. */
export interface Choices {
  readonly languages: readonly Language[]
  readonly models: readonly Model[]
  readonly multimodalModels: readonly Model[]
  readonly knowledgeBases: readonly KnowledgeBase[]
  readonly tools: readonly Tool[]
  readonly numbers: readonly AssignableNumber[]
  /** To say who has a number. */
  readonly assistants: readonly Assistant[]
}

/** What there is to choose from for one mode and language. */
export interface Fitting {
  readonly voices: readonly Voice[]
  readonly synthesizers: readonly SpeechProvider[]
  readonly transcribers: readonly SpeechProvider[]
}

export type ChoicesModel = ReturnType<typeof createChoicesModel>

/** Everything that settings of assistants choose from. */
export function createChoicesModel(call: Call) {
  const choices = signal<Choices>()
  const fitting = signal<Fitting>()
  let asked = 0

  return {
    choices,
    fitting,
    async load(): Promise<void> {
      const [languages, models, multimodalModels, bases, tools, numbers, assistants] =
        await Promise.all([
          call(listLanguages),
          call(listModels),
          call(listModels, { query: { type: 'multimodal' } }),
          call(listKnowledgeBases),
          call(listTools),
          call(listAssignableNumbers),
          call(listAllAssistants),
        ])
      choices.value = {
        languages,
        models,
        multimodalModels,
        knowledgeBases: bases.data,
        tools,
        numbers,
        assistants,
      }
    },
    /** Reads what fits a mode and a language; undefined when another question was asked meanwhile. */
    async fit(mode: Mode, language_id: number): Promise<Fitting | undefined> {
      const turn = ++asked
      const [voices, synthesizers, transcribers] = await Promise.all([
        call(listVoices, { query: { mode, language_id } }),
        call(listSynthesizerProviders, { query: { language_id } }),
        call(listTranscriberProviders, { query: { language_id } }),
      ])
      if (turn !== asked) return undefined
      fitting.value = { voices, synthesizers, transcribers }
      return fitting.value
    },
  }
}
