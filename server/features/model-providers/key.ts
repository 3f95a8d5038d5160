import { serviceKeys } from '../platform/secrets/service-key.ts'

/** Keys of model providers. */
export const modelKeys = serviceKeys((id) => `llm:${id}`)
