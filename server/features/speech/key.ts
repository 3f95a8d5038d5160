import { serviceKeys } from '../platform/secrets/service-key.ts'

/** Keys of speech services. */
export const speechKeys = serviceKeys((id) => `speech:${id}`)
