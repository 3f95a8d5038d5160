import type { Context } from '../../../context.ts'
import { loadQueries } from './load-queries.ts'
import { LANGUAGES } from './reference/languages.ts'
import { LLM_MODELS, MULTIMODAL_MODELS } from './reference/models.ts'
import { type ProviderReference, SYNTHESIZERS, TRANSCRIBERS } from './reference/providers.ts'
import { VOICES } from './reference/voices.ts'

/** Code of the model that the environment names. */
const environmentCode = (model: string): string => `environment:${model}`

/** Brings the reference data of this version into the database: new rows are added, changed ones keep their ids. */
export async function loadReference({
  db,
  write,
  config,
}: Pick<Context, 'db' | 'config' | 'write'>): Promise<void> {
  const load = loadQueries(db)
  await write((tx) => {
    const languages = new Map(
      LANGUAGES.map(({ code, name }) => [code, load.language(tx, code, name)]),
    )
    const provider = (kind: 'synthesizer' | 'transcriber') => (reference: ProviderReference) => {
      const codes = reference.languages === 'all' ? [...languages.keys()] : reference.languages
      const ids = codes.map((code) => languages.get(code)!)
      return [reference.code, load.provider(tx, kind, reference.code, reference.name, ids)] as const
    }
    const synthesizers = new Map(SYNTHESIZERS.map(provider('synthesizer')))
    TRANSCRIBERS.forEach(provider('transcriber'))
    for (const { language, synthesizer, ...voice } of VOICES) {
      load.voice(tx, {
        ...voice,
        languageId: languages.get(language)!,
        synthesizerId: synthesizer === null ? null : synthesizers.get(synthesizer)!,
      })
    }
    for (const { code, name } of LLM_MODELS) load.llmModel(tx, code, name, 'built-in')
    const own = config.llm && environmentCode(config.llm.model)
    if (config.llm && own) load.llmModel(tx, own, config.llm.model, 'environment')
    load.retireOthers(tx, [...LLM_MODELS.map(({ code }) => code), ...(own ? [own] : [])])
    for (const { code, name } of MULTIMODAL_MODELS) load.multimodalModel(tx, code, name)
  })
}
