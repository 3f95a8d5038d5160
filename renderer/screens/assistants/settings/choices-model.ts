import { signal } from '@preact/signals'
import type { Assistant } from '#contracts/assistants.ts'
import type { Mode } from '#contracts/enums.ts'
import type { KnowledgeBase } from '#contracts/knowledge.ts'
import type { Language, Model, SpeechProvider, Voice } from '#contracts/lookups.ts'
import type { McpServer } from '#contracts/mcp-servers.ts'
import type { AssignableNumber } from '#contracts/phone-numbers.ts'
import type { Tool } from '#contracts/tools.ts'
import type { Api } from '../../../app/api.ts'

/** Options of settings. */
export interface Choices {
  readonly languages: readonly Language[]
  readonly models: readonly Model[]
  readonly multimodalModels: readonly Model[]
  readonly knowledgeBases: readonly KnowledgeBase[]
  readonly tools: readonly Tool[]
  readonly mcpTools: readonly McpToolChoice[]
  readonly numbers: readonly AssignableNumber[]
  /** To show who uses a phone number. */
  readonly assistants: readonly Assistant[]
}

/** A tool of an MCP server, named with its server. */
interface McpToolChoice {
  readonly id: number
  readonly name: string
  readonly description: string
}

/** Options for one mode and language. */
export interface Fitting {
  readonly voices: readonly Voice[]
  readonly synthesizers: readonly SpeechProvider[]
  readonly transcribers: readonly SpeechProvider[]
}

export type ChoicesModel = ReturnType<typeof createChoicesModel>

/** Options for the settings of assistants. */
export function createChoicesModel(api: Api) {
  const choices = signal<Choices>()
  const fitting = signal<Fitting>()
  let asked = 0

  return {
    choices,
    fitting,
    async load(): Promise<void> {
      const [languages, models, multimodalModels, bases, tools, servers, numbers, assistants] =
        await Promise.all([
          api.listLanguages(),
          api.listModels(),
          api.listModels({ query: { type: 'multimodal' } }),
          api.listKnowledgeBases(),
          api.listTools(),
          api.listMcpServers(),
          api.listAssignableNumbers(),
          api.listAllAssistants(),
        ])
      choices.value = {
        languages,
        models,
        multimodalModels,
        knowledgeBases: bases.data,
        tools,
        mcpTools: servers.data.flatMap(toolsOf),
        numbers,
        assistants,
      }
    },
    /** Loads the options for a mode and language; undefined if a newer request has been made. */
    async fit(mode: Mode, language_id: number): Promise<Fitting | undefined> {
      const turn = ++asked
      const [voices, synthesizers, transcribers] = await Promise.all([
        api.listVoices({ query: { mode, language_id } }),
        api.listSynthesizerProviders({ query: { language_id } }),
        api.listTranscriberProviders({ query: { language_id } }),
      ])
      if (turn !== asked) return undefined
      fitting.value = { voices, synthesizers, transcribers }
      return fitting.value
    },
  }
}

const toolsOf = ({ name: server, tools }: McpServer): McpToolChoice[] =>
  tools.map(({ id, name, description }) => ({ id, name: `${server}: ${name}`, description }))
