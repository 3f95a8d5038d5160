/** A model that assistants can choose. */
export interface ModelReference {
  readonly code: string
  readonly name: string
}

/** Code of the embedded model, which needs no network and no key. */
export const BUILT_IN = 'built-in'

/** Language models of the pipeline engine; a configured provider adds its own. */
export const LLM_MODELS: readonly ModelReference[] = [
  { code: BUILT_IN, name: 'Built-in (offline)' },
]

/** Models of the multimodal and dualplex engines. */
export const MULTIMODAL_MODELS: readonly ModelReference[] = [
  { code: 'built-in-realtime', name: 'Built-in realtime (sandbox)' },
]
