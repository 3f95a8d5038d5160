export const VOICES: {
  code: string
  name: string
  language: string
  gender: 'male' | 'female'
  accent: string | null
  age: string | null
  synthesizer: string | null
}[] = [
  {
    code: 'ava',
    name: 'Ava',
    language: 'en',
    gender: 'female',
    accent: null,
    age: null,
    synthesizer: 'sandbox',
  },
  {
    code: 'rio',
    name: 'Rio',
    language: 'en',
    gender: 'male',
    accent: null,
    age: null,
    synthesizer: null,
  },
]
