import { serviceKeys } from '../platform/secrets/service-key.ts'

/** API keys of speech services. */
export const speechKeys = serviceKeys((id) => `speech:${id}`)
