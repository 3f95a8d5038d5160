export const BUILT_IN = 'built-in'
export const LLM_MODELS = [{ code: BUILT_IN, name: 'Built-in (offline)' }]
export const MULTIMODAL_MODELS = [
  { code: 'built-in-realtime', name: 'Built-in realtime (sandbox)' },
]
