import {
  listLanguages,
  listModels,
  listSynthesizerProviders,
  listTranscriberProviders,
  listVoices,
} from '#contracts/lookups.ts'
import type { Routes } from '../../http/routes.ts'
import { lookupQueries } from './queries.ts'

export const lookupRoutes: Routes = ({ handle, db }) => {
  const lookups = lookupQueries(db)

  handle(
    listVoices,
    ({ principal, origin, query: { mode = null, language_id: languageId = null } }) =>
      lookups.voices(principal.userId, { mode, languageId }).map(({ code, ...voice }) => ({
        id: voice.id,
        name: voice.name,
        language_id: voice.language_id,
        gender: voice.gender,
        preview_url: `${origin}/voices/${code}.mp3`,
        accent: voice.accent,
        age: voice.age,
        synthesizer_provider_id: voice.synthesizer_provider_id,
      })),
  )

  handle(listSynthesizerProviders, ({ query }) => lookups.synthesizers(query.language_id ?? null))

  handle(listTranscriberProviders, ({ query }) => lookups.transcribers(query.language_id ?? null))

  handle(listModels, ({ query }) =>
    query.type === 'llm'
      ? lookups.llmModels().map(({ id, name }) => ({ id, name }))
      : lookups.multimodalModels(),
  )

  handle(listLanguages, () => lookups.languages())
}
