import { listAssistants, updateAssistant } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import { listModels } from '#contracts/lookups.ts'
import type { TestServer } from './server.ts'

/** Makes the starter assistant use the model configured in the environment. */
export async function useHostedModel({ call }: { readonly call: Call }): Promise<void> {
  const models = await call(listModels, { query: { type: 'llm' } })
  const { data } = await call(listAssistants)
  await call(updateAssistant, {
    params: { id: data[0]!.id },
    body: { llm_model_id: models.at(-1)!.id },
  })
}

/** Id of the model configured in the environment. */
export const hostedModelId = ({ context }: Pick<TestServer, 'context'>): number =>
  context.db
    .prepare<[], number>("SELECT id FROM llm_models WHERE provider = 'environment'")
    .pluck()
    .get()!
