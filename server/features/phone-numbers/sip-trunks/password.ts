import { serviceKeys } from '../../platform/secrets/service-key.ts'

/** Passwords of trunks. */
export const trunkPasswords = serviceKeys((id) => `trunk:${id}`)
