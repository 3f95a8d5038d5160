export interface ProviderReference {
  readonly code: string
  readonly name: string
  readonly languages: 'all' | readonly string[]
}
export const SYNTHESIZERS: ProviderReference[] = [
  { code: 'sandbox', name: 'Sandbox', languages: 'all' },
]
export const TRANSCRIBERS: ProviderReference[] = [
  { code: 'sandbox', name: 'Sandbox', languages: 'all' },
]
