/** A voice; its preview is `server/assets/voices/<code>.mp3`. */
export interface VoiceReference {
  readonly code: string
  readonly name: string
  /** Code of its language. */
  readonly language: string
  readonly gender: 'male' | 'female'
  readonly accent: string | null
  readonly age: 'young' | 'middle aged' | 'old' | null
  /** Synthesizer of the pipeline and dualplex engines; null for voices of the multimodal engine. */
  readonly synthesizer: 'sandbox' | null
}

type Gender = VoiceReference['gender']

interface Details {
  readonly accent?: string
  readonly age?: NonNullable<VoiceReference['age']>
}

const voiceOf =
  (synthesizer: VoiceReference['synthesizer']) =>
  (name: string, language: string, gender: Gender, details: Details = {}): VoiceReference => ({
    code: `${language}-${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}`,
    name,
    language,
    gender,
    accent: details.accent ?? null,
    age: details.age ?? null,
    synthesizer,
  })

const sandbox = voiceOf('sandbox')
const realtime = voiceOf(null)

/** In the order of the ids in a new data folder. */
export const VOICES: readonly VoiceReference[] = [
  sandbox('Ava', 'en', 'female', { accent: 'American', age: 'young' }),
  sandbox('Ethan', 'en', 'male', { accent: 'American', age: 'middle aged' }),
  sandbox('Olivia', 'en', 'female', { accent: 'British', age: 'middle aged' }),
  sandbox('Arthur', 'en', 'male', { accent: 'British', age: 'old' }),
  sandbox('Isla', 'en', 'female', { accent: 'Scottish', age: 'young' }),
  sandbox('Lena', 'de', 'female', { age: 'young' }),
  sandbox('Jonas', 'de', 'male', { age: 'middle aged' }),
  sandbox('Chloé', 'fr', 'female', { accent: 'French', age: 'young' }),
  sandbox('Luc', 'fr', 'male', { accent: 'Belgian', age: 'middle aged' }),
  sandbox('Lucía', 'es', 'female', { accent: 'Castilian', age: 'young' }),
  sandbox('Mateo', 'es', 'male', { accent: 'Latin American', age: 'middle aged' }),
  sandbox('Giulia', 'it', 'female', { age: 'young' }),
  sandbox('Inês', 'pt', 'female', { accent: 'European', age: 'middle aged' }),
  sandbox('Caio', 'pt', 'male', { accent: 'Brazilian', age: 'young' }),
  sandbox('Daan', 'nl', 'male', { age: 'middle aged' }),
  sandbox('Zofia', 'pl', 'female', { age: 'young' }),
  sandbox('Astrid', 'sv', 'female', { age: 'middle aged' }),
  sandbox('Emre', 'tr', 'male', { age: 'young' }),
  sandbox('Kateryna', 'uk', 'female', { age: 'middle aged' }),
  sandbox('Arjun', 'hi', 'male', { age: 'middle aged' }),
  sandbox('Mei', 'zh', 'female', { age: 'young' }),
  realtime('Aria', 'en', 'female', { accent: 'American', age: 'young' }),
  realtime('Rio', 'en', 'male', { accent: 'American', age: 'young' }),
  realtime('Harriet', 'en', 'female', { accent: 'British', age: 'middle aged' }),
  realtime('Mila', 'de', 'female', { age: 'young' }),
  realtime('Théo', 'fr', 'male', { age: 'young' }),
  realtime('Carmen', 'es', 'female', { age: 'middle aged' }),
  realtime('Marco', 'it', 'male', { age: 'middle aged' }),
  realtime('Bruna', 'pt', 'female', { accent: 'Brazilian', age: 'young' }),
  realtime('Saskia', 'nl', 'female', { age: 'young' }),
  realtime('Jakub', 'pl', 'male', { age: 'middle aged' }),
  realtime('Nils', 'sv', 'male', { age: 'young' }),
  realtime('Defne', 'tr', 'female', { age: 'young' }),
  realtime('Bohdan', 'uk', 'male', { age: 'young' }),
  realtime('Priya', 'hi', 'female', { age: 'young' }),
  realtime('Wei', 'zh', 'male', { age: 'middle aged' }),
]
